import { LATE_CANCEL_HOURS, NO_SHOW_MONTHS } from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'
import { readBookingConfigs } from '../booking-configs/index.ts'
import { rowIdsOfContact } from '../contact-rows/index.ts'

export interface NoShows {
  noShows: number
  /** Visits that the contact cancelled themselves, shortly before. */
  lateCancels: number
}

/** How often a contact did not come, or cancelled late, in the last year. Only for the team: never on pages or in texts. */
export async function countNoShows(tx: TenantTx, contactId: string): Promise<NoShows> {
  const since = Temporal.Instant.from(tx.now())
    .toZonedDateTimeISO('UTC')
    .subtract({ months: NO_SHOW_MONTHS })
    .toInstant()
    .toString()
  const row = await tx
    .selectFrom('bookings as b')
    .where('b.tenantId', '=', tx.tenantId)
    .where('b.startsAt', '>', since)
    .where(sql<boolean>`b.contact_id = any(${rowIdsOfContact(tx, contactId)})`)
    .select(({ fn }) => [
      fn.countAll<string>().filterWhere('b.status', '=', 'no-show').as('noShows'),
      fn
        .countAll<string>()
        .filterWhere('b.status', '=', 'cancelled')
        .filterWhere('b.endedByUserId', 'is', null)
        .filterWhere(sql<boolean>`b.ended_at > b.starts_at - make_interval(hours => ${LATE_CANCEL_HOURS}::int)`)
        .as('lateCancels'),
    ])
    .executeTakeFirstOrThrow()
  return { noShows: Number(row.noShows), lateCancels: Number(row.lateCancels) }
}

/** Whether a contact missed so many visits that a teammate approves what they book without one. */
export async function hasMissedTooMany(tx: TenantTx, contactId: string): Promise<boolean> {
  const { approvalAfterNoShows } = await readBookingConfigs(tx)
  if (approvalAfterNoShows === null) return false
  return (await countNoShows(tx, contactId)).noShows >= approvalAfterNoShows
}
