import type { GroupOutcomes } from '@frontdesk/contract/api'
import {
  type DeliveryReason,
  GROUP_REPLY_DAYS,
  type GroupMessageState,
  RECIPIENT_OUTCOMES,
  type RecipientOutcome,
  type SkipReason,
  type Viewer,
} from '@frontdesk/contract/rules'
import { type RawBuilder, sql } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'
import { BILLED_MEDIA, BILLED_SEGMENTS } from '../messages/index.ts'
import { isContactVisible, seesEverything } from '../visibility/index.ts'
import { isInRange, type RecipientRange } from './recipient-range.ts'
import { IS_WITHDRAWABLE } from './rows.ts'

/**
 * SQL: for the recipient `r`, the message `m` it became and the contact `t`, without recipients whose contacts the
 * viewer may not see. Deleted contacts count only for viewers who see everything.
 */
const withContact = (tx: TenantTx, viewer: Viewer) => sql`
  left join lateral (select m.* from messages m where m.tenant_id = ${tx.tenantId} and m.id = r.message_id limit 1) m on true
  ${sql.raw(seesEverything(viewer) ? 'left' : 'inner')} join lateral (
    select t.* from contacts t where t.tenant_id = ${tx.tenantId} and t.id = r.contact_id and ${isContactVisible(tx, viewer)} limit 1
  ) t on true`

/**
 * SQL: those of the recipients `r` of group messages `s` that the viewer may see, each with its message `m` and contact
 * `t`.
 */
export const visibleRecipients = (tx: TenantTx, viewer: Viewer, recipients = sql`group_recipients`) => sql`
  ${recipients} r
  join group_messages s on s.tenant_id = ${tx.tenantId} and s.id = r.group_message_id
  ${withContact(tx, viewer)}`

/** SQL: what became of the recipient `r`, whose delivery is that of its message `m`. */
const STATE = sql`case
  when r.state <> 'sent' then r.state
  when m.delivery_status in ('delivered', 'read') then 'delivered'
  when m.delivery_status in ('failed', 'undelivered') then 'failed'
  else 'sent' end`

/** SQL: the reason of the recipient `r`. A hold on a legal holiday is stored as quiet hours with the holiday. */
const STORED_REASON = sql`case
  when r.state = 'held' and r.reason = 'quiet-hours' and r.held_holiday is not null then 'legal-holiday'
  else r.reason end`

const STATE_REASON = sql`case
  when m.delivery_status in ('failed', 'undelivered') then coalesce(m.error_reason, 'other')
  else ${STORED_REASON} end`

/**
 * SQL: whether a job is about to cancel the recipient `r` of the message `s`, which was stopped before the carrier got
 * it.
 */
const IS_BEING_CANCELLED = sql`s.state = 'stopped' and (r.state in ('pending', 'held') or r.state = 'sent' and ${IS_WITHDRAWABLE})`

/**
 * SQL: the outcome of a recipient `r` of the message `s`. Those without a text when it was stopped count as cancelled.
 */
export const OUTCOME = sql`case when ${IS_BEING_CANCELLED} then 'cancelled' else ${STATE} end`

/** SQL: why the recipient got no message. */
export const REASON = sql`case when ${IS_BEING_CANCELLED} then null else ${STATE_REASON} end`

const WINDOW = sql.raw(`interval '${GROUP_REPLY_DAYS} days'`)

/**
 * SQL: whether the contact replied to, or opted out after, the message `m`. The next text of the contact decides,
 * unless another group message came between, which then gets it. Derived and not stored: nothing is added to the path
 * of an inbound text, and merging, unmerging and deleting conversations need no upkeep. Conditions on `r.state` inside,
 * so that nothing is looked up for recipients who got no message.
 */
export const withResponse = (tx: TenantTx) => sql`${withOptOut(tx)} ${withReply(tx)}`

/** SQL: whether the contact opted out after the message `m`, by the same rules, and the first such entry. */
export const withOptOut = (tx: TenantTx) => sql`
  left join lateral (
    select true as has, e.id from consent_events e
    where r.state = 'sent' and e.tenant_id = ${tx.tenantId} and e.contact_phone = t.phone and e.kind = 'opt-out'
      and e.created_at >= m.created_at and e.created_at < m.created_at + ${WINDOW}
      and not exists (
        select from group_recipients o join messages n on n.tenant_id = ${tx.tenantId} and n.id = o.message_id
        where o.tenant_id = ${tx.tenantId} and o.contact_id = r.contact_id
          and n.created_at > m.created_at and n.created_at <= e.created_at
      )
    order by e.created_at, e.id limit 1
  ) opt_out on true`

/** SQL: whether the contact replied to the message `m`, and with which text. */
export const withReply = (tx: TenantTx) => sql`
  left join lateral (
    select not x.is_outgoing and x.created_at < m.created_at + ${WINDOW} as has, x.id, x.created_at from messages x
    where r.state = 'sent' and x.tenant_id = ${tx.tenantId} and x.conversation_id = m.conversation_id and x.index > m.index
      and x.type in ('text', 'media')
      and not exists (
        select from consent_events e
        where e.tenant_id = ${tx.tenantId} and e.contact_phone = t.phone and e.kind = 'opt-out' and e.message_id = x.id
      )
      and (not x.is_outgoing or exists (
        select from group_recipients o where o.tenant_id = ${tx.tenantId} and o.message_id = x.id
      ))
    order by x.index limit 1
  ) reply on true`

/** Outcomes of the recipients of messages, as far as the viewer may see them. */
export interface RecipientCounts {
  counts: readonly OutcomeCount[]
  /** Number of recipients not counted yet, as far as the viewer may know. */
  uncounted: number
  /** When they were counted; null if they were not, or only as waiting and sent. */
  countedAt: string | null
  /** Whether there are recipients whose contacts the viewer may not see. */
  isPartial: boolean
}

export const NOT_COUNTED: RecipientCounts = { counts: [], uncounted: 0, countedAt: null, isPartial: false }

/** How many recipients of a message share their text and what became of them. */
export interface OutcomeCount {
  variant: number
  outcome: RecipientOutcome
  reason: SkipReason | DeliveryReason | null
  n: number
  replied: number
  optedOut: number
  clicked: number
  /** Of the texts that carriers bill. */
  segments: number
  mediaMessages: number
  heldUntil: string | null
}

interface OutcomeRow extends OutcomeCount {
  id: string
}

/** SQL: whether the recipient `r` opened a link of its message. */
export const withClick = (tx: TenantTx) => sql`
  left join lateral (
    select true as is_clicked from short_links l
    where r.state = 'sent' and l.tenant_id = ${tx.tenantId} and l.message_id = r.message_id and l.clicks > 0 limit 1
  ) link on true`

/** Counts recipients `r` of group messages, as far as the viewer may see them. */
async function countWhere(tx: TenantTx, viewer: Viewer, condition: RawBuilder<unknown>): Promise<OutcomeRow[]> {
  const { rows } = await sql<OutcomeRow>`
    select r.group_message_id as id, r.variant, ${OUTCOME} as outcome, ${REASON} as reason, count(*)::int as n,
      (count(*) filter (where reply.has))::int as replied, (count(*) filter (where opt_out.has))::int as "optedOut",
      (count(*) filter (where link.is_clicked))::int as clicked, sum(${BILLED_SEGMENTS})::int as segments,
      sum(${BILLED_MEDIA})::int as "mediaMessages", min(r.held_until) filter (where r.reason <> 'missed') as "heldUntil"
    from ${visibleRecipients(tx, viewer)} ${withResponse(tx)} ${withClick(tx)}
    where r.tenant_id = ${tx.tenantId} and ${condition}
    group by 1, 2, 3, 4`.execute(tx)
  return rows
}

/** Counts what became of the recipients of group messages, which together are few. */
export async function countOutcomes(
  tx: TenantTx,
  viewer: Viewer,
  ids: readonly string[],
): Promise<Map<string, OutcomeCount[]>> {
  if (ids.length === 0) return new Map()
  return Map.groupBy(await countWhere(tx, viewer, sql`r.group_message_id = any(${[...ids]}::uuid[])`), ({ id }) => id)
}

/** Counts some recipients of a message. */
export async function countRange(tx: TenantTx, viewer: Viewer, range: RecipientRange): Promise<OutcomeCount[]> {
  const rows = await countWhere(tx, viewer, isInRange(range))
  return rows.map(({ id: _id, ...count }) => count)
}

/** Counts some recipients from their rows alone: delivered and failed texts count as sent. */
export async function countStates(tx: TenantTx, viewer: Viewer, range: RecipientRange): Promise<OutcomeCount[]> {
  const contact = seesEverything(viewer)
    ? sql``
    : sql`cross join lateral (
        select from contacts t where t.tenant_id = ${tx.tenantId} and t.id = r.contact_id and ${isContactVisible(tx, viewer)} limit 1
      ) t`
  // Few texts wait for the carrier. A list of their ids is hashed; a join might look up the text of each recipient.
  const isWithdrawn = sql`r.state = 'sent' and r.message_id in (
    select m.id from messages m
    join group_messages s on s.tenant_id = ${tx.tenantId} and s.id = ${range.groupMessageId} and s.state = 'stopped'
    where m.tenant_id = ${tx.tenantId} and ${IS_WITHDRAWABLE}
  )`
  const { rows } = await sql<StateRow>`
    select r.variant, case when ${isWithdrawn} then 'cancelled' else r.state end as state, ${STORED_REASON} as reason, count(*)::int as n,
      min(r.held_until) filter (where r.reason <> 'missed') as "heldUntil"
    from group_recipients r ${contact}
    where r.tenant_id = ${tx.tenantId} and ${isInRange(range)}
    group by 1, 2, 3`.execute(tx)
  return rows.map(({ state, ...row }) => ({ ...row, outcome: state, ...NOT_SENT }))
}

interface StateRow extends Pick<OutcomeCount, 'variant' | 'n' | 'heldUntil'> {
  state: Exclude<RecipientOutcome, 'delivered' | 'failed'>
  reason: SkipReason | null
}

const NOT_SENT = { replied: 0, optedOut: 0, clicked: 0, segments: 0, mediaMessages: 0 }

/** Adds up counts of the same text, outcome and reason. */
export const addOutcomeCounts = (counts: readonly OutcomeCount[]): OutcomeCount[] =>
  [...Map.groupBy(counts, ({ variant, outcome, reason }) => `${variant} ${outcome} ${reason}`).values()].flatMap(
    (group) => {
      const [first] = group
      return first
        ? [
            {
              ...first,
              n: sumOf(group, 'n'),
              replied: sumOf(group, 'replied'),
              optedOut: sumOf(group, 'optedOut'),
              clicked: sumOf(group, 'clicked'),
              segments: sumOf(group, 'segments'),
              mediaMessages: sumOf(group, 'mediaMessages'),
              heldUntil: earliest(group),
            },
          ]
        : []
    },
  )

/** Merges newer counts of states into stored counts, of which what follows sending stays as it was counted. */
export function updateStates(counts: readonly OutcomeCount[], states: readonly OutcomeCount[]): OutcomeCount[] {
  const sent = counts.filter(({ outcome }) => AFTER_SENDING.has(outcome))
  const arrived = sent.filter(({ outcome }) => outcome !== 'sent')
  return states.flatMap((state) => {
    if (state.outcome !== 'sent') return [state]
    const isOfText = ({ variant }: OutcomeCount) => variant === state.variant
    const responses = sent.find((count) => isOfText(count) && count.outcome === 'sent')
    // Counted at different times: a contact may have been hidden between them.
    const left = Math.max(0, state.n - sumOf(arrived.filter(isOfText), 'n'))
    return [...arrived.filter(isOfText), { ...state, ...(responses && pickCounted(responses)), n: left }]
  })
}

const AFTER_SENDING = new Set<RecipientOutcome>(['sent', 'delivered', 'failed'])

const pickCounted = ({ replied, optedOut, clicked, segments, mediaMessages }: OutcomeCount) => ({
  ...{ replied, optedOut, clicked },
  ...{ segments, mediaMessages },
})

export const sumOf = (counts: readonly OutcomeCount[], key: 'n' | keyof typeof NOT_SENT): number =>
  counts.reduce((total, count) => total + count[key], 0)

const earliest = (counts: readonly Pick<OutcomeCount, 'heldUntil'>[]): string | null =>
  counts.flatMap(({ heldUntil }) => heldUntil ?? []).toSorted()[0] ?? null

/** Adjusts counts to the state of their message: a job may not have marked all of its recipients yet. */
export const inState = (counts: readonly OutcomeCount[], state: GroupMessageState): OutcomeCount[] =>
  counts.map((count) => ({
    ...count,
    ...(state !== 'running' && { heldUntil: null }),
    ...(state === 'stopped' && isWaiting(count) && { outcome: 'cancelled' as const, reason: null }),
  }))

const isWaiting = ({ outcome }: OutcomeCount): boolean => outcome === 'pending' || outcome === 'held'

export interface TextOutcomes {
  variant: number
  recipients: number
  sent: number
  delivered: number
  clicked: number
  replied: number
  optedOut: number
  segments: number
  mediaMessages: number
}

/** Outcomes of each text of a message. */
export const outcomesByText = (counts: readonly OutcomeCount[]): TextOutcomes[] =>
  [
    ...Map.groupBy(
      counts.filter(({ reason }) => reason !== 'control-group'),
      ({ variant }) => variant,
    ),
  ].map(([variant, group]) => ({
    variant,
    recipients: sumOf(group, 'n'),
    sent: sumOf(
      group.filter(({ outcome }) => AFTER_SENDING.has(outcome)),
      'n',
    ),
    delivered: sumOf(
      group.filter(({ outcome }) => outcome === 'delivered'),
      'n',
    ),
    clicked: sumOf(group, 'clicked'),
    replied: sumOf(group, 'replied'),
    optedOut: sumOf(group, 'optedOut'),
    segments: sumOf(group, 'segments'),
    mediaMessages: sumOf(group, 'mediaMessages'),
  }))

const REASONED = ['failed', 'skipped', 'held'] as const

/** Counts as one summary. */
export function sumOutcomes({ counts, countedAt, uncounted, isPartial }: RecipientCounts): GroupOutcomes {
  const outcomes = Object.fromEntries(
    RECIPIENT_OUTCOMES.map((outcome) => [
      outcome,
      sumOf(
        counts.filter((count) => count.outcome === outcome),
        'n',
      ),
    ]),
  )
  const reasons = REASONED.flatMap((outcome) => {
    const ofOutcome = counts.filter((count) => count.outcome === outcome)
    return [...Map.groupBy(ofOutcome, ({ reason }) => reason)].flatMap(([reason, group]) =>
      reason === null ? [] : [{ outcome, reason, count: sumOf(group, 'n') }],
    )
  })
  return {
    recipients: sumOf(counts, 'n') + uncounted,
    isPartial,
    // Made from the list of all outcomes.
    outcomes: outcomes as Record<RecipientOutcome, number>,
    reasons: reasons.toSorted((a, b) => b.count - a.count),
    replied: sumOf(counts, 'replied'),
    optedOut: sumOf(counts, 'optedOut'),
    heldUntil: earliest(counts),
    countedOnUtc: countedAt,
  }
}
