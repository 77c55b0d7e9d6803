import type { Contact, ContactNumber } from '@frontdesk/contract/api'
import { toSid } from '@frontdesk/contract/rules'
import type { DB } from '../../platform/database/schema.gen.ts'
import { computed, type RowOf, selectList } from '../../platform/database/select-list.ts'
import { optOutsText } from '../messaging/index.ts'

/** SQL: what a number of a contact is, as `ContactNumber`. */
const isBlocked = (tenant: string, row: string) =>
  `exists (select from blocked_numbers b where b.tenant_id = ${tenant} and b.phone = ${row}.phone)`
const isOptedOut = (tenant: string, row: string) => `exists (${optOutsText(tenant, `${row}.phone`)})`

/** A contact `t`, left joined with its newest conversation `c` that the viewer may see. */
export const CONTACT_COLUMNS = selectList<{ t: DB['contacts']; c: Pick<DB['conversations'], 'id'> | null }>()({
  id: 't.id',
  name: 't.name',
  email: 't.email',
  phone: 't.phone',
  countryCode: 't.countryCode',
  birthDate: 't.birthDate',
  tags: 't.tags',
  labels: 't.labels',
  locationId: 't.locationId',
  source: 't.source',
  lineType: 't.lineType',
  language: 't.language',
  createdAt: 't.createdAt',
  statusKey: 't.statusKey',
  taxExemption: 't.taxExemption',
  statusName: computed<string | null>(
    (tenant) => `case when t.status_key is not null then (
      select s ->> 'name' from settings d cross join lateral jsonb_array_elements(d.value -> 'statuses') s
      where d.tenant_id = ${tenant} and d.key = 'contact-statuses' and s ->> 'key' = t.status_key
    ) end`,
  ),
  custom: 't.custom',
  conversationId: 'c.id',
  otherEmails: 't.otherEmails',
  isBlocked: computed<boolean>((tenant) => isBlocked(tenant, 't')),
  isOptedOut: computed<boolean>((tenant) => isOptedOut(tenant, 't')),
  otherNumbers: computed<ContactNumber[] | null>(
    (tenant) => `case when t.other_phones <> '{}' then (
      select jsonb_agg(jsonb_build_object(
        'phone', r.phone, 'lineType', r.line_type, 'isBlocked', ${isBlocked(tenant, 'r')}, 'isOptedOut', ${isOptedOut(tenant, 'r')}
      ) order by array_position(t.other_phones, r.phone))
      from contacts r where r.tenant_id = ${tenant} and r.main_id = t.id
    ) end`,
  ),
})
export type ContactRow = RowOf<typeof CONTACT_COLUMNS>

export function toContact({
  locationId,
  createdAt,
  conversationId,
  otherEmails,
  isBlocked: isMainBlocked,
  isOptedOut: isMainOptedOut,
  otherNumbers,
  ...row
}: ContactRow): Contact {
  const main = { phone: row.phone, lineType: row.lineType, isBlocked: isMainBlocked, isOptedOut: isMainOptedOut }
  const phones = [main, ...(otherNumbers ?? [])]
  return {
    ...row,
    phones,
    emails: row.email === null ? [] : [row.email, ...otherEmails],
    isBlocked: phones.some((number) => number.isBlocked),
    isOptedOut: phones.some((number) => number.isOptedOut),
    locationID: locationId,
    createdOnUtc: createdAt,
    conversationSid: conversationId && toSid('CH', conversationId),
  }
}
