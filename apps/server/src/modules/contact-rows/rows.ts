import type { Contact } from '@frontdesk/contract/api'
import { toSid } from '@frontdesk/contract/rules'
import type { DB } from '../../platform/database/schema.gen.ts'
import { computed, type RowOf, selectList } from '../../platform/database/select-list.ts'

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
  statusName: computed<string | null>(
    (tenant) => `case when t.status_key is not null then (
      select s ->> 'name' from settings d cross join lateral jsonb_array_elements(d.value -> 'statuses') s
      where d.tenant_id = ${tenant} and d.key = 'contact-statuses' and s ->> 'key' = t.status_key
    ) end`,
  ),
  isOptedOut: computed<boolean>(
    (tenant) => `exists (
      select from opt_outs o where o.tenant_id = ${tenant} and o.contact_phone = t.phone and o.is_opted_out
    )`,
  ),
  isBlocked: computed<boolean>(
    (tenant) => `exists (select from blocked_numbers b where b.tenant_id = ${tenant} and b.phone = t.phone)`,
  ),
  custom: 't.custom',
  conversationId: 'c.id',
})
export type ContactRow = RowOf<typeof CONTACT_COLUMNS>

export const toContact = ({ locationId, createdAt, conversationId, ...row }: ContactRow): Contact => ({
  ...row,
  locationID: locationId,
  createdOnUtc: createdAt,
  conversationSid: conversationId && toSid('CH', conversationId),
})
