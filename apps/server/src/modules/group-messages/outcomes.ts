import type { GroupOutcomes } from '@frontdesk/contract/api'
import {
  type DeliveryReason,
  GROUP_REPLY_DAYS,
  RECIPIENT_OUTCOMES,
  type RecipientOutcome,
  type SkipReason,
  type Viewer,
} from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'
import { isContactVisible, seesEverything } from '../visibility/index.ts'

/**
 * SQL: the recipients `r` of group messages that the viewer may see, each with the message `m` it became and the contact
 * `t`. Deleted contacts count only for viewers who see everything.
 */
export const visibleRecipients = (tx: TenantTx, viewer: Viewer) => sql`
  group_recipients r
  left join messages m on m.tenant_id = ${tx.tenantId} and m.id = r.message_id
  ${sql.raw(seesEverything(viewer) ? 'left' : 'inner')} join contacts t on t.tenant_id = ${tx.tenantId} and t.id = r.contact_id and ${isContactVisible(tx, viewer)}`

/** SQL: what became of the recipient `r`, whose delivery is that of its message `m`. */
export const OUTCOME = sql`case
  when r.state <> 'sent' then r.state
  when m.delivery_status in ('delivered', 'read') then 'delivered'
  when m.delivery_status in ('failed', 'undelivered') then 'failed'
  else 'sent' end`

/** SQL: why the recipient got no message. */
export const REASON = sql`case
  when m.delivery_status in ('failed', 'undelivered') then coalesce(m.error_reason, 'other') else r.reason end`

const WINDOW = sql.raw(`interval '${GROUP_REPLY_DAYS} days'`)

/**
 * SQL: whether the contact replied to, or opted out after, the message `m`. The next text of the contact decides, unless
 * another group message came between, which then gets the reply. Derived and not stored: nothing is added to the path of
 * an inbound text, and merging, unmerging and deleting conversations need no upkeep.
 */
export const withResponse = (tx: TenantTx) => sql`
  left join lateral (
    select true as has from consent_events e
    where e.tenant_id = ${tx.tenantId} and e.contact_phone = t.phone and e.kind = 'opt-out'
      and e.created_at >= m.created_at and e.created_at < m.created_at + ${WINDOW}
      and not exists (
        select from group_recipients o join messages n on n.tenant_id = ${tx.tenantId} and n.id = o.message_id
        where o.tenant_id = ${tx.tenantId} and o.contact_id = r.contact_id
          and n.created_at > m.created_at and n.created_at <= e.created_at
      )
    limit 1
  ) opt_out on r.state = 'sent'
  left join lateral (
    select not x.is_outgoing and x.created_at < m.created_at + ${WINDOW} as has from messages x
    where x.tenant_id = ${tx.tenantId} and x.conversation_id = m.conversation_id and x.index > m.index
      and x.type in ('text', 'media')
      and not exists (
        select from consent_events e
        where e.tenant_id = ${tx.tenantId} and e.contact_phone = t.phone and e.kind = 'opt-out' and e.message_id = x.id
      )
      and (not x.is_outgoing or exists (
        select from group_recipients o where o.tenant_id = ${tx.tenantId} and o.message_id = x.id
      ))
    order by x.index limit 1
  ) reply on r.state = 'sent'`

interface OutcomeRow {
  id: string
  outcome: RecipientOutcome
  reason: SkipReason | DeliveryReason | null
  n: number
  replied: number
  optedOut: number
  heldUntil: string | null
}

/** Counts what became of the recipients of group messages, as far as the viewer may see them. */
export async function countOutcomes(
  tx: TenantTx,
  viewer: Viewer,
  ids: readonly string[],
): Promise<Map<string, GroupOutcomes>> {
  const { rows } = await sql<OutcomeRow>`
    select r.group_message_id as id, ${OUTCOME} as outcome, ${REASON} as reason, count(*)::int as n,
      (count(*) filter (where reply.has))::int as replied, (count(*) filter (where opt_out.has))::int as opted_out,
      min(r.held_until) as held_until
    from ${visibleRecipients(tx, viewer)} ${withResponse(tx)}
    where r.tenant_id = ${tx.tenantId} and r.group_message_id = any(${[...ids]}::uuid[])
    group by 1, 2, 3`.execute(tx)
  const byMessage = Map.groupBy(rows, ({ id }) => id)
  return new Map(ids.map((id) => [id, sumOutcomes(byMessage.get(id) ?? [])]))
}

/** The outcomes of several group messages together. */
export const addOutcomes = (stats: readonly GroupOutcomes[]): GroupOutcomes =>
  sumOutcomes(
    stats.flatMap(({ outcomes, reasons, replied, optedOut, heldUntil }) => [
      ...RECIPIENT_OUTCOMES.map((outcome) => ({ ...NONE, outcome, n: outcomes[outcome] ?? 0 })),
      ...reasons.map(({ count, ...reason }) => ({ ...NONE, ...reason, n: count, isReason: true })),
      { ...NONE, replied, optedOut, heldUntil },
    ]),
  )

const NONE = { outcome: 'pending' as const, reason: null, n: 0, replied: 0, optedOut: 0, heldUntil: null }

type Countable = Omit<OutcomeRow, 'id'> & { isReason?: boolean }

function sumOutcomes(rows: readonly Countable[]): GroupOutcomes {
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
  const countOf = (outcome: RecipientOutcome) =>
    sum(rows.filter((row) => row.outcome === outcome && !row.isReason).map(({ n }) => n))
  const reasons = (['failed', 'skipped'] as const).flatMap((outcome) => {
    const ofOutcome = rows.filter((row) => row.outcome === outcome)
    return [...Map.groupBy(ofOutcome, ({ reason }) => reason)].flatMap(([reason, group]) =>
      reason === null ? [] : [{ outcome, reason, count: sum(group.map(({ n }) => n)) }],
    )
  })
  const outcomes = Object.fromEntries(RECIPIENT_OUTCOMES.map((outcome) => [outcome, countOf(outcome)]))
  return {
    recipients: sum(Object.values(outcomes)),
    // Made from the list of all outcomes.
    outcomes: outcomes as Record<RecipientOutcome, number>,
    reasons: reasons.toSorted((a, b) => b.count - a.count),
    replied: sum(rows.map(({ replied }) => replied)),
    optedOut: sum(rows.map(({ optedOut }) => optedOut)),
    heldUntil: rows.flatMap(({ heldUntil }) => heldUntil ?? []).toSorted()[0] ?? null,
  }
}
