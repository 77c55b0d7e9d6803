import type { AudienceMember } from './campaign-audience.ts'
import type { SystemUnderTest } from './system.ts'

/** Events of an audience, by phone: when the server acknowledged them, by its own clock. */
export interface CampaignHistory {
  audience: readonly AudienceMember[]
  optedOutAt: ReadonlyMap<string, number>
  repliedAt: ReadonlyMap<string, number>
}

interface RecipientRow {
  step: number
  phone: string
  state: string
  reason: string | null
  /** In epoch milliseconds, which do not depend on how the process reads timestamps. */
  handledAt: number | null
  messageId: string | null
  status: string | null
  errorReason: string | null
  claimedAt: number | null
  body: string | null
}

export interface CampaignVerdict {
  /** Recipients of all texts by what became of them, such as `first delivered` or `follow-up skipped (replied)`. */
  counts: Map<string, number>
  accepted: number
  /** One sentence for each violated guarantee. */
  violations: string[]
}

/** A text of a contact is stored a while before it is acknowledged. */
const CLEARLY_MS = 3_000
/** From reading who has replied to storing a batch. */
const BATCH_MS = 1_000
/** The one text that may follow an opt-out. */
const CONFIRMATION = /^Chaos: You are unsubscribed/
const FINAL = ['delivered', 'failed', 'undelivered']
const HOURS = { opens: 8, closes: 21 }

/**
 * Compares what became of each recipient with what the carrier accepted. A text whose response was lost is found at the
 * carrier and not sent again; one that the carrier never accepted fails visibly, or goes out again after an error
 * response. So the carrier has each text once if it counts as delivered, and not at all otherwise.
 */
export async function checkCampaign(
  system: SystemUnderTest,
  { tenantId, campaignId }: { tenantId: string; campaignId: string },
  { audience, optedOutAt, repliedAt }: CampaignHistory,
): Promise<CampaignVerdict> {
  const { rows, messages, budget } = await system.withOwner(async (client) => ({
    rows: (
      await client.query<RecipientRow>(
        `select g.step, t.phone, r.state, r.reason, (extract(epoch from r.handled_at) * 1000)::float8 as "handledAt", r.message_id as "messageId",
           m.delivery_status as status, m.error_reason as "errorReason", (extract(epoch from m.claimed_at) * 1000)::float8 as "claimedAt", m.body
         from group_messages g
         join group_recipients r on r.tenant_id = g.tenant_id and r.group_message_id = g.id
         left join contacts t on t.tenant_id = g.tenant_id and t.id = r.contact_id
         left join messages m on m.tenant_id = g.tenant_id and m.id = r.message_id
         where g.tenant_id = $1 and g.campaign_id = $2 order by g.step, t.phone`,
        [tenantId, campaignId],
      )
    ).rows,
    messages: (
      await client.query<{ written: number; withdrawn: number }>(
        `select count(*)::int as written, count(*) filter (where error_reason in ('stopped', 'held', 'replied'))::int as withdrawn
         from messages where tenant_id = $1 and is_outgoing and is_marketing`,
        [tenantId],
      )
    ).rows[0],
    budget: (await client.query<{ used: number }>('select used from send_budgets where tenant_id = $1', [tenantId]))
      .rows[0]?.used,
  }))
  const violations: string[] = []
  const counts = new Map<string, number>()
  const arrivals = Map.groupBy(system.carrier.arrivals, ({ to, body }) => `${to} ${body}`)
  const expected = new Set<string>()
  const first = new Map<string, RecipientRow>()

  for (const row of rows) {
    const { step, phone, state, reason, status, errorReason, claimedAt, handledAt } = row
    const text = step === 0 ? 'first' : 'follow-up'
    const outcome = state === 'sent' ? status : state
    const why = state === 'sent' ? errorReason : reason
    const label = `${text} ${outcome}${why === null ? '' : ` (${why})`}`
    counts.set(label, (counts.get(label) ?? 0) + 1)
    if (step === 0 && first.has(phone)) violations.push(`duplicated: ${phone} is a recipient twice`)
    if (step === 0) first.set(phone, row)
    if (!['sent', 'skipped', 'cancelled'].includes(state)) violations.push(`lost: ${phone} is ${state} (${text})`)
    if (state === 'skipped' && reason === null) violations.push(`${phone} is skipped without a reason (${text})`)
    if (state === 'sent' && !FINAL.includes(status ?? ''))
      violations.push(`lost: the ${text} text to ${phone} is ${status}`)
    if (status === 'failed' && errorReason === null) violations.push(`${phone} failed without a reason (${text})`)
    const key = `${phone} ${row.body}`
    const accepted = arrivals.get(key) ?? []
    if (row.body !== null) expected.add(key)
    if (accepted.length > 1)
      violations.push(`duplicated: the carrier got the ${text} text to ${phone} ${accepted.length} times`)
    if (status === 'delivered' && accepted.length === 0)
      violations.push(`lost: the carrier never got the ${text} text to ${phone}`)
    if (status === 'failed' && accepted.length > 0)
      violations.push(`the ${text} text to ${phone} failed, and the carrier has it`)
    if (accepted.length === 0 || claimedAt === null) continue
    const optedOut = optedOutAt.get(phone)
    if (optedOut !== undefined && claimedAt > optedOut)
      violations.push(`${phone} had opted out when the ${text} text was handed over`)
    if (!isInWindow(audience, phone, claimedAt)) violations.push(`the ${text} text to ${phone} left at night`)
    if (step === 0) continue
    if (first.get(phone)?.status !== 'delivered') violations.push(`${phone} got a follow-up without the first text`)
    const replied = repliedAt.get(phone)
    const firstAt = first.get(phone)?.handledAt ?? 0
    const isLate = replied !== undefined && replied > firstAt + CLEARLY_MS
    if (isLate && handledAt !== null && handledAt > replied + BATCH_MS)
      violations.push(`${phone} had replied when the follow-up was written`)
  }
  for (const { phone } of audience) if (!first.has(phone)) violations.push(`lost: ${phone} is not a recipient`)
  for (const [key, { length }] of arrivals) {
    const body = key.slice(key.indexOf(' ') + 1)
    if (!CONFIRMATION.test(body) && !expected.has(key))
      violations.push(`the carrier got a text of no recipient: ${key}`)
    if (CONFIRMATION.test(body) && length > 1) violations.push(`duplicated: ${key}`)
  }
  const sent = rows.filter(({ state }) => state === 'sent').length
  if (first.size !== audience.length) violations.push(`${first.size} recipients of ${audience.length}`)
  const { written = 0, withdrawn = 0 } = messages ?? {}
  if (written - withdrawn !== sent)
    violations.push(`${written} texts, ${withdrawn} of them withdrawn, are stored for ${sent} recipients`)
  // Each text is one segment. Withdrawn texts return it, unless the budget is locked at that moment.
  if (!budget || budget < written - withdrawn || budget > written)
    violations.push(`${budget} segments were counted for ${written} texts, ${withdrawn} of them withdrawn`)
  return { counts, accepted: system.carrier.arrivals.length, violations }
}

function isInWindow(audience: readonly AudienceMember[], phone: string, at: number): boolean {
  const zones = zonesOf(audience).get(phone) ?? []
  return zones.every((zone) => {
    const { hour } = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone)
    return hour >= HOURS.opens && hour < HOURS.closes
  })
}

const zonesByAudience = new WeakMap<readonly AudienceMember[], Map<string, readonly string[]>>()
function zonesOf(audience: readonly AudienceMember[]): Map<string, readonly string[]> {
  const zones = zonesByAudience.get(audience) ?? new Map(audience.map((member) => [member.phone, member.zones]))
  zonesByAudience.set(audience, zones)
  return zones
}
