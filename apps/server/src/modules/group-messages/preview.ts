import type { GroupSendPreview } from '@frontdesk/contract/api'
import { countSegments, GROUP_PREVIEW_MAX, GROUP_PREVIEW_SAMPLES, type SkipReason } from '@frontdesk/contract/rules'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import { isAfter } from '../../platform/clock.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { contactOf } from '../contact-rows/index.ts'
import { findLocationRow } from '../locations/index.ts'
import { type Business, findBusinessName, renderText } from '../messages/index.ts'
import {
  type ContactRegion,
  contactRegion,
  hasAnyOptedOut,
  hasImpliedConsent,
  hasOptedOut,
  isBlocked,
  isInConsentReview,
  isMarketingOptedIn,
  isUnreachable,
  nextSendTime,
  stateTextOf,
} from '../messaging/index.ts'
import { readSendingSettings } from '../sending/index.ts'
import { previewLinks } from '../short-links/index.ts'
import { needsReviewLink } from './send-to-recipients.ts'

export interface PreviewRow {
  reason: SkipReason | null
  /** The country and area code, which decide the quiet hours together with the state and the location. */
  prefix: string
  locationId: string
  timeZone: string
  /** Content of the contact’s field for their state. */
  stateText: string | null
  isOptedIn: boolean
  n: number
  /** The first contacts of the row. */
  samples: [Sample, ...Sample[]]
  /** Names of all contacts of the row; empty unless `hasNames` is set. */
  names: string[]
}

interface Sample {
  id: string
  name: string
  phone: string
}

interface PreviewRequest {
  contacts: RawBuilder<unknown>
  locationId: string | null
  body: string
  /** Base URL of the short links that replace its links; null if they stay as they are. */
  linkBase?: string | null
}

/**
 * Groups the first contacts by why they would not get a message now, region and location. Consent is that for any of
 * our numbers, and the location that of the contact, where sending looks at the number and the conversation of each
 * recipient.
 */
export async function listPreviewRows(
  tx: TenantTx,
  actor: Actor,
  { contacts, locationId, body, hasNames = false }: PreviewRequest & { hasNames?: boolean },
): Promise<PreviewRow[]> {
  const location = locationId === null ? sql`t.location_id` : sql`${locationId}::uuid`
  const hasNumber = sql`exists (
    select from phone_numbers p where p.tenant_id = ${tx.tenantId}
      ${locationId === null ? sql`` : sql`and p.location_id = ${locationId}`}
      ${actor.locationIds === null ? sql`` : sql`and p.location_id = any(${[...actor.locationIds]}::uuid[])`})`
  const isOptedIn = isMarketingOptedIn(tx, sql`t.phone`)
  const hasImplied = hasImpliedConsent(tx, sql`t.phone`, tx.now())
  const { rows } = await sql<PreviewRow>`
    select case
        when ${hasOptedOut(tx, 't.phone')} or ${hasAnyOptedOut(tx, 't.other_phones', 'all or marketing')} then 'opted-out'
        when ${hasOptedOut(tx, 't.phone', 'marketing')} then 'opted-out-of-marketing'
        when not ${isOptedIn} and not ${hasImplied} then 'no-consent'
        when ${isInConsentReview(tx, sql`array_append(t.other_phones, t.phone)`)} then 'consent-review'
        when ${isBlocked(tx, sql`t.phone`)} then 'blocked'
        when t.line_type = 'landline' then 'landline'
        when ${isUnreachable(tx, sql`t.phone`)} then 'unreachable'
        when not ${hasNumber} then 'no-number'
        when ${needsReviewLink(body)} and l.google_review_url is null then 'no-review-link'
      end as reason, substr(t.phone, 1, 5) as prefix, l.id as "locationId", l.time_zone as "timeZone",
      ${stateTextOf(tx)} as "stateText", ${isOptedIn} as "isOptedIn", count(*)::int as n,
      to_jsonb((array_agg(jsonb_build_object('id', t.id, 'name', t.name, 'phone', t.phone) order by t.id))[1:${sql.lit(GROUP_PREVIEW_SAMPLES)}]) as samples,
      ${hasNames ? sql`array_agg(t.name)` : sql`'{}'::text[]`} as names
    from (select distinct w.id from (${contacts}) w limit ${GROUP_PREVIEW_MAX + 1}) w
    cross join ${contactOf(tx, sql`w.id`)}
    join locations l on l.tenant_id = ${tx.tenantId} and l.id = ${location}
    group by 1, 2, 3, 4, 5, 6`.execute(tx)
  return rows.map((row) => (lacksExpressConsent(row) ? { ...row, reason: 'no-consent' } : row))
}

/** Only the law of Canada has a relationship imply consent. An opt-out is the stronger reason. */
const lacksExpressConsent = (row: PreviewRow): boolean =>
  !row.isOptedIn &&
  row.reason !== 'opted-out' &&
  row.reason !== 'opted-out-of-marketing' &&
  regionOfRow(row).country !== 'CA'

/** Region of the contacts of a row. */
export const regionOfRow = ({ samples: [{ phone }], timeZone, stateText }: PreviewRow): ContactRegion =>
  contactRegion(phone, timeZone, { stateText })

/** How long reading an audience may take before a request gives up on it, well within the limit of a transaction. */
export const AUDIENCE_READ_MS = 8000

/** Counts who would get a message now and who would not. */
export async function previewGroupMessage(
  tx: TenantTx,
  actor: Actor,
  request: PreviewRequest,
): Promise<GroupSendPreview> {
  const { body, linkBase = null } = request
  const rows = await listPreviewRows(tx, actor, request)
  const hours = { ...(await readSendingSettings(tx)), isMarketing: true }
  const count = (which: readonly PreviewRow[]) => which.reduce((sum, { n }) => sum + n, 0)
  const sendable = rows.filter(({ reason }) => reason === null)
  const at = tx.now()
  const held = sendable.filter((row) => isAfter(nextSendTime(regionOfRow(row), hours, at), at))
  const samples = await renderSamples(tx, sendable, body)
  const text = samples[0]?.text ?? body
  const excluded = [...Map.groupBy(rows, ({ reason }) => reason)].flatMap(([reason, group]) =>
    reason === null ? [] : [{ reason, count: count(group) }],
  )
  return {
    recipients: Math.min(count(rows), GROUP_PREVIEW_MAX),
    isCapped: count(rows) > GROUP_PREVIEW_MAX,
    sendable: count(sendable),
    held: count(held),
    excluded: excluded.toSorted((a, b) => b.count - a.count),
    samples,
    segments: countSegments(linkBase === null ? text : previewLinks(text, linkBase)).segments,
  }
}

/** The text as the first contacts get it. */
async function renderSamples(
  tx: TenantTx,
  rows: readonly PreviewRow[],
  body: string,
): Promise<GroupSendPreview['samples']> {
  const first = rows
    .flatMap(({ samples, locationId }) => samples.map((sample) => ({ ...sample, locationId })))
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .slice(0, GROUP_PREVIEW_SAMPLES)
  if (first.length === 0) return []
  const businessName = await findBusinessName(tx)
  const businesses = new Map<string, Business>()
  for (const { locationId } of first)
    if (!businesses.has(locationId))
      businesses.set(locationId, { name: businessName, location: await findLocationRow(tx, locationId) })
  return first.flatMap(({ name, phone, locationId }) => {
    const business = businesses.get(locationId)
    return business
      ? [{ name, phone, text: renderText({ contactName: name, contactPhone: phone }, business, body) }]
      : []
  })
}
