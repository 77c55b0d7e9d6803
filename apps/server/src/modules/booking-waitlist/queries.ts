import type { WaitlistEntry } from '@frontdesk/contract/api'
import { formatPhone, toSid, type Viewer } from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { findResources } from '../booking-resources/index.ts'
import { findServices } from '../booking-services/index.ts'
import { mainContactId } from '../contact-rows/index.ts'
import { isContactVisible, newestThreadId } from '../visibility/index.ts'

const LISTED_MAX = 1000

/** The entries `w` at the viewer’s locations, with their contacts `t`. */
const selectEntries = (tx: TenantTx, viewer: Viewer) =>
  tx
    .selectFrom('bookingWaitlist as w')
    .innerJoin('contacts as r', (join) => join.on('r.tenantId', '=', tx.tenantId).onRef('r.id', '=', 'w.contactId'))
    .innerJoin('contacts as t', (join) => join.on('t.tenantId', '=', tx.tenantId).on('t.id', '=', mainContactId('r')))
    .where('w.tenantId', '=', tx.tenantId)
    .$if(viewer.locationIds !== null, (query) =>
      query.where(sql<boolean>`w.location_id = any(${[...(viewer.locationIds ?? [])]}::uuid[])`),
    )
    .selectAll('w')
    .select(['t.id as mainContactId', 't.name as contactName', 't.phone as contactPhone'])
    .select(isContactVisible(tx, viewer).as('isVisible'))
    .select(({ selectFrom }) => [
      newestThreadId(tx, viewer).as('conversationId'),
      selectFrom('users as u')
        .where('u.tenantId', '=', tx.tenantId)
        .whereRef('u.id', '=', 'w.addedByUserId')
        .select('u.displayName')
        .as('addedBy'),
      selectFrom('bookingOffers as o')
        .innerJoin('bookingOfferTimes as s', (join) =>
          join.on('s.tenantId', '=', tx.tenantId).onRef('s.offerId', '=', 'o.id').onRef('s.page', '=', 'o.page'),
        )
        .where('o.tenantId', '=', tx.tenantId)
        .whereRef('o.waitlistEntryId', '=', 'w.id')
        .where('o.state', '=', 'open')
        .limit(1)
        .select(
          sql<{ startsOnUtc: string; heldUntilUtc: string }>`jsonb_build_object(
            'startsOnUtc', to_char(s.starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
            'heldUntilUtc', to_char(o.held_until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
          )`.as('offered'),
        )
        .as('offered'),
    ])

/** SQL: whether the last day that suits the entry `w` has not passed at its location. */
const isStillAhead = (tx: TenantTx) => sql<boolean>`w.last_date >= (
  select (${tx.now()}::timestamptz at time zone l.time_zone)::date from locations l
  where l.tenant_id = ${tx.tenantId} and l.id = w.location_id
)`

type ViewedEntry = Awaited<ReturnType<ReturnType<typeof selectEntries>['execute']>>[number]

/**
 * The entries at the viewer’s locations, first in line first. Entries of hidden contacts are included without names.
 */
export async function listWaitlist(
  tx: TenantTx,
  viewer: Viewer,
  { locationIDs, contactID }: { locationIDs?: string[] | undefined; contactID?: string | undefined },
): Promise<WaitlistEntry[]> {
  const rows = await selectEntries(tx, viewer)
    .where('w.state', 'in', ['waiting', 'offered'])
    .where(isStillAhead(tx))
    .$if(locationIDs !== undefined, (query) =>
      query.where(sql<boolean>`w.location_id = any(${[...(locationIDs ?? [])]}::uuid[])`),
    )
    .$if(contactID !== undefined, (query) =>
      query.where('t.id', '=', contactID ?? '').where(isContactVisible(tx, viewer)),
    )
    .orderBy('w.createdAt')
    .orderBy('w.id')
    .limit(LISTED_MAX)
    .execute()
  return describe(tx, rows)
}

/** The only way from an id to an entry; one of a hidden contact looks absent. */
export async function accessEntry(tx: TenantTx, viewer: Viewer, id: string): Promise<WaitlistEntry> {
  const entry = await viewEntry(tx, viewer, id)
  if (entry.isBusy) throw new AppError('WaitlistEntryNotFound')
  return entry
}

/** An entry in any state for its author, without the contact if it is hidden from them. */
export async function viewEntry(tx: TenantTx, viewer: Viewer, id: string): Promise<WaitlistEntry> {
  const [entry] = await describe(tx, await selectEntries(tx, viewer).where('w.id', '=', id).execute())
  if (!entry) throw new AppError('WaitlistEntryNotFound')
  return entry
}

async function describe(tx: TenantTx, rows: readonly ViewedEntry[]): Promise<WaitlistEntry[]> {
  const items = rows.flatMap((row) => row.items)
  const services = await findServices(tx, [...new Set(items.map(({ serviceID }) => serviceID))])
  const resources = await findResources(tx, [...new Set(items.flatMap(({ resourceIDs }) => resourceIDs))])
  const nameIn = (list: readonly { id: string; name: string }[], id: string) => ({
    id,
    name: list.find((each) => each.id === id)?.name ?? '',
  })
  return rows.map((row): WaitlistEntry => {
    const common = { id: row.id, locationID: row.locationId, addedOnUtc: row.createdAt }
    if (!row.isVisible)
      return {
        ...{ ...common, isBusy: true, contact: null, services: [], resources: [], preferences: null, state: 'waiting' },
        ...{ offered: null, skipped: null, bookingID: null, addedBy: null },
      }
    return {
      ...common,
      isBusy: false,
      contact: {
        id: row.mainContactId,
        name: row.contactName || formatPhone(row.contactPhone),
        phone: row.contactPhone,
        conversationSid: row.conversationId && toSid('CH', row.conversationId),
      },
      services: row.items.map(({ serviceID }) => nameIn(services, serviceID)),
      resources: [...new Set(row.items.flatMap(({ resourceIDs }) => resourceIDs))].map((id) => nameIn(resources, id)),
      preferences: {
        firstDate: row.firstDate,
        lastDate: row.lastDate,
        weekdays: row.weekdays,
        timeFrom: row.timeFrom,
        timeUntil: row.timeUntil,
      },
      state: row.state,
      offered: row.offered,
      skipped: row.skipReason && row.skippedAt ? { reason: row.skipReason, onUtc: row.skippedAt } : null,
      bookingID: row.bookingId,
      addedBy: row.addedBy,
    }
  })
}
