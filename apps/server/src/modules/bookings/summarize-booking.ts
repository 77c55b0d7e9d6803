import { formatPhone } from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'
import { findResources } from '../booking-resources/index.ts'
import { mainContactId } from '../contact-rows/index.ts'
import { formatVisitTime } from './format-visit-time.ts'
import { findItems } from './select-bookings.ts'

/**
 * A booking in one line, such as for a notification; undefined without a contact. `contactId` is the contact for whom a
 * time is held, which has none of its own until it is booked.
 */
export async function summarizeBooking(tx: TenantTx, id: string, contactId: string | null = null) {
  const row = await tx
    .selectFrom('bookings as b')
    .innerJoin('contacts as r', (join) =>
      join.on('r.tenantId', '=', tx.tenantId).on('r.id', '=', sql<string>`coalesce(b.contact_id, ${contactId}::uuid)`),
    )
    .innerJoin('contacts as t', (join) => join.on('t.tenantId', '=', tx.tenantId).on('t.id', '=', mainContactId('r')))
    .where('b.tenantId', '=', tx.tenantId)
    .where('b.id', '=', id)
    .select(['b.status', 'b.locationId', 'b.startsAt', 'b.timeZone', 'b.seriesId'])
    .select(['t.id as contactId', 't.name as contactName', 't.phone'])
    .executeTakeFirst()
  if (!row) return undefined
  const items = await findItems(tx, [id])
  const resources = await findResources(tx, [...new Set(items.flatMap(({ resourceIds }) => resourceIds))])
  const services = items.map(({ serviceName }) => serviceName).join(' + ')
  return {
    status: row.status,
    locationId: row.locationId,
    seriesId: row.seriesId,
    contactId: row.contactId,
    contactName: row.contactName || formatPhone(row.phone),
    text: `${services}, ${formatVisitTime({ ...row, language: 'en' })}`,
    /** The teammates who serve it. */
    servedBy: resources.flatMap(({ userId }) => userId ?? []),
  }
}
