import type { GroupSendPreview } from '@frontdesk/contract/api'
import { countSegments, GROUP_PREVIEW_MAX, type SkipReason } from '@frontdesk/contract/rules'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import { isAfter } from '../../platform/clock.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { renderFor } from '../messages/index.ts'
import { contactRegion, isBlocked, nextSendTime } from '../messaging/index.ts'
import { readSendingSettings } from '../sending/index.ts'
import { needsReviewLink } from './send-to-recipient.ts'

interface Row {
  reason: SkipReason | null
  /** The country and area code, which decide the quiet hours together with the location. */
  prefix: string
  locationId: string
  timeZone: string
  n: number
  name: string
  phone: string
}

/**
 * Counts who would get a message now and who would not. Consent is that for any of our numbers, and the location that of
 * the contact, where sending looks at the number and the conversation of each recipient.
 */
export async function previewGroupMessage(
  tx: TenantTx,
  actor: Actor,
  { contacts, locationId, body }: { contacts: RawBuilder<unknown>; locationId: string | null; body: string },
): Promise<GroupSendPreview> {
  const location = locationId === null ? sql`t.location_id` : sql`${locationId}::uuid`
  const hasNumber = sql`exists (
    select from phone_numbers p where p.tenant_id = ${tx.tenantId}
      ${locationId === null ? sql`` : sql`and p.location_id = ${locationId}`}
      ${actor.locationIds === null ? sql`` : sql`and p.location_id = any(${[...actor.locationIds]}::uuid[])`})`
  const { rows } = await sql<Row>`
    select case
        when exists (
          select from opt_outs o where o.tenant_id = ${tx.tenantId} and o.contact_phone = t.phone and o.is_opted_out
        ) or exists (
          select from opt_outs o
          where o.tenant_id = ${tx.tenantId} and o.contact_phone = any(t.other_phones)
            and (o.is_opted_out or o.is_marketing_opted_out)
        ) then 'opted-out'
        when exists (
          select from opt_outs o
          where o.tenant_id = ${tx.tenantId} and o.contact_phone = t.phone and o.is_marketing_opted_out
        ) then 'opted-out-of-marketing'
        when ${isBlocked(tx, sql`t.phone`)} then 'blocked'
        when t.line_type = 'landline' then 'landline'
        when not ${hasNumber} then 'no-number'
        when ${needsReviewLink(body)} and l.google_review_url is null then 'no-review-link'
      end as reason, substr(t.phone, 1, 5) as prefix, l.id as "locationId", l.time_zone as "timeZone", count(*)::int as n,
      (array_agg(t.name order by t.id))[1] as name, (array_agg(t.phone order by t.id))[1] as phone
    from (select w.id from (${contacts}) w limit ${GROUP_PREVIEW_MAX + 1}) w
    join contacts t on t.tenant_id = ${tx.tenantId} and t.id = w.id
    join locations l on l.tenant_id = ${tx.tenantId} and l.id = ${location}
    group by 1, 2, 3, 4`.execute(tx)
  const count = (which: readonly Row[]) => which.reduce((sum, { n }) => sum + n, 0)
  const sendable = rows.filter(({ reason }) => reason === null)
  const [hours, at] = [await readSendingSettings(tx), tx.now()]
  const held = sendable.filter(({ phone, timeZone }) =>
    isAfter(nextSendTime(contactRegion(phone, timeZone), hours, at), at),
  )
  const sample = sendable[0] && {
    name: sendable[0].name,
    phone: sendable[0].phone,
    text: await renderFor(
      tx,
      { contactName: sendable[0].name, contactPhone: sendable[0].phone, locationId: sendable[0].locationId },
      body,
    ),
  }
  const excluded = [...Map.groupBy(rows, ({ reason }) => reason)].flatMap(([reason, group]) =>
    reason === null ? [] : [{ reason, count: count(group) }],
  )
  return {
    recipients: Math.min(count(rows), GROUP_PREVIEW_MAX),
    isCapped: count(rows) > GROUP_PREVIEW_MAX,
    sendable: count(sendable),
    held: count(held),
    excluded: excluded.toSorted((a, b) => b.count - a.count),
    sample: sample ?? null,
    segments: countSegments(sample?.text ?? body).segments,
  }
}
