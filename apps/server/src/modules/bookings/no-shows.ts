import { LATE_CANCEL_HOURS, NO_SHOW_MONTHS, type Viewer } from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'
import { readBookingConfigs } from '../booking-configs/index.ts'
import { rowIdsOfContact } from '../contact-rows/index.ts'
import { isBookingVisible } from './select-bookings.ts'

export interface NoShows {
  noShows: number
  /** Visits that the contact cancelled themselves, shortly before. */
  lateCancels: number
}

/**
 * How often a contact did not come, or cancelled late, in the last year; for a viewer, of the visits that they may see.
 * Only for the team: never on pages or in texts.
 */
export async function countNoShows(tx: TenantTx, contactId: string, viewer: Viewer | null): Promise<NoShows> {
  const since = Temporal.Instant.from(tx.now())
    .toZonedDateTimeISO('UTC')
    .subtract({ months: NO_SHOW_MONTHS })
    .toInstant()
    .toString()
  const row = await tx
    .selectFrom('bookings as v')
    .where('v.tenantId', '=', tx.tenantId)
    .where('v.startsAt', '>', since)
    .where(sql<boolean>`v.contact_id = any(${rowIdsOfContact(tx, contactId)})`)
    .where(viewer ? isBookingVisible(tx, viewer, 'v.id') : sql<boolean>`true`)
    .select(({ fn }) => [
      fn.countAll<string>().filterWhere('v.status', '=', 'no-show').as('noShows'),
      fn
        .countAll<string>()
        .filterWhere('v.status', '=', 'cancelled')
        .filterWhere('v.endedByUserId', 'is', null)
        .filterWhere(sql<boolean>`v.ended_at > v.starts_at - make_interval(hours => ${LATE_CANCEL_HOURS}::int)`)
        .as('lateCancels'),
    ])
    .executeTakeFirstOrThrow()
  return { noShows: Number(row.noShows), lateCancels: Number(row.lateCancels) }
}

/** Whether a contact missed so many visits that a teammate approves what they book without one. */
export async function hasMissedTooMany(tx: TenantTx, contactId: string): Promise<boolean> {
  const { approvalAfterNoShows } = await readBookingConfigs(tx)
  if (approvalAfterNoShows === null) return false
  return (await countNoShows(tx, contactId, null)).noShows >= approvalAfterNoShows
}
