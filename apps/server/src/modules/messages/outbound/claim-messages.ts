import type { DeliveryReason, SendGateReason } from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import { isAfter, shift } from '../../../platform/clock.ts'
import type { TenantTx } from '../../../platform/database/database.ts'
import type { Row } from '../../../platform/database/row.ts'
import type { JobSpec } from '../../../platform/jobs/define-job.ts'
import { enqueue } from '../../../platform/jobs/enqueue.ts'
import { type ConversationRow, findConversationsByIds } from '../../conversations/index.ts'
import { type CarrierAccount, IS_EXPECTED_REPLY, lockDailyLimits } from '../../messaging/index.ts'
import { contactPhonesOf, pairBy, resolveMergedConversations } from '../../number-pairs/index.ts'
import type { MessageDeps } from '../deps.ts'
import { changeDeliveries } from './change-delivery.ts'
import { SETTLE_AFTER_MS, sendAgainSpec, settleClaimedSpec, settleSpec } from './delivery-jobs.ts'
import { type EvaluatedSend, evaluateSendGates } from './evaluate-send-gate.ts'
import type { DeliveryChange } from './plan-delivery.ts'
import { type Hold, type SendStop, type WithdrawReason, withdrawMessages } from './withdraw-messages.ts'

/** A message that this job sends to the carrier. */
export interface Claimed {
  id: string
  conversationId: string
  from: string
  to: string
  body: string
  fileIds: string[]
  account: CarrierAccount
}

/**
 * The delivery reason for each reason of the send gate. Includes quiet hours that begin while an automatic text is
 * queued, unless it is part of a group message, whose recipients are held.
 */
const FAILURE_REASONS: Record<SendGateReason, DeliveryReason> = {
  'opted-out': 'opted-out',
  'opted-out-of-marketing': 'opted-out',
  'no-consent': 'no-consent',
  'consent-review': 'consent-review',
  blocked: 'blocked',
  landline: 'landline',
  unreachable: 'unreachable',
  'daily-limit': 'daily-limit',
  'quiet-hours': 'quiet-hours',
  'no-sending-account': 'account',
}

/** How often a text of a paused group message is checked again. */
const PAUSED_CHECK_MS = 5 * 60_000

const putOff = (tx: TenantTx, messageId: string, notBefore: string) =>
  tx
    .updateTable('messages')
    .set({ notBefore })
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', messageId)
    .execute()

/** The oldest message of a conversation that waits for the carrier. */
export type NextMessage = Pick<
  Row<'messages'>,
  | 'id'
  | 'conversationId'
  | 'viaConversationId'
  | 'type'
  | 'body'
  | 'deliveryStatus'
  | 'claimedByJob'
  | 'purpose'
  | 'isMarketing'
  | 'authorUserId'
  | 'notBefore'
  | 'createdAt'
> & { isExpectedReply: boolean }

type Step =
  | { kind: 'claim'; next: NextMessage; conversation: ConversationRow }
  /** Nothing is left to send in the conversation for now. */
  | { kind: 'none'; jobs?: JobSpec[] }
  /** The message is not sent, and the next one of the conversation may be. */
  | { kind: 'skip'; changes?: DeliveryChange[]; jobs?: JobSpec[]; withdraws?: WithdrawReason; holds?: Hold[] }

/**
 * Claims the oldest queued message of each of these conversations under its lock, if the send gate still allows it.
 * Returns the conversations in which another message may follow.
 */
export async function claimMessages(
  deps: MessageDeps,
  tx: TenantTx,
  conversationIds: readonly string[],
  jobId: string,
): Promise<{ claimed: Claimed[]; remaining: string[] }> {
  // They may have been merged in the meantime, also with each other.
  const resolved = await resolveMergedConversations(tx, conversationIds)
  const current = [...new Set(conversationIds.map((id) => resolved.get(id) ?? id))]
  // Without a lock first: a message that is queued later has a job of its own, which finds none in flight here.
  const ids = (await findNextMessages(tx, current, deps.now())).map(({ conversationId }) => conversationId)
  if (ids.length === 0) return { claimed: [], remaining: [] }
  const conversations = await findConversationsByIds(tx, null, ids, 'change')
  const nexts = await findNextMessages(tx, ids, deps.now())
  const nextOf = new Map(nexts.map((next) => [next.conversationId, next]))
  const stops = await findStops(deps, tx, nexts)
  const steps: Step[] = []
  const withdrawals: Withdrawal[] = []
  const reachedPhones = new Set<string>()
  for (const conversation of conversations) {
    const next = nextOf.get(conversation.id)
    const step = await planClaim(deps, tx, {
      conversation,
      next,
      jobId,
      stop: next && stops.get(next.id),
    })
    if (next && step.kind === 'skip' && step.withdraws) withdrawals.push({ next, reason: step.withdraws })
    if (step.kind !== 'claim') steps.push(step)
    else if (reachedPhones.has(pairOf(step).contactPhone)) steps.push({ kind: 'skip' })
    else {
      steps.push(step)
      // The daily limit counts the texts of all threads with a number, so another one to it is claimed after this one.
      for (const phone of contactPhonesOf(conversation)) reachedPhones.add(phone)
    }
  }
  const claims = steps.flatMap((step) => (step.kind === 'claim' ? [step] : []))
  const requests = claims.map(toGateRequest)
  const automated = requests.filter(({ isAutomated }) => isAutomated).map(({ contactPhone }) => contactPhone)
  if (automated.length > 0) await lockDailyLimits(tx, automated)
  const evaluated = await evaluateSendGates(deps, tx, requests)
  const allowed = claims.flatMap((step, index) => {
    const account = accountToSendWith(evaluated[index])
    return account ? [{ ...step, account }] : []
  })
  await changeDeliveries(deps, tx, [
    ...steps.flatMap((step) => (step.kind === 'skip' ? (step.changes ?? []) : [])),
    ...claims.flatMap(({ next }, index) =>
      holdOf(next, evaluated[index]) ? [] : [toChange(next, evaluated[index], jobId)],
    ),
  ])
  await withdraw(deps, tx, withdrawals)
  await hold(deps, tx, [
    ...steps.flatMap((step) => (step.kind === 'skip' ? (step.holds ?? []) : [])),
    ...claims.flatMap(({ next }, index) => holdOf(next, evaluated[index]) ?? []),
  ])
  const settleAt = shift(deps.now(), SETTLE_AFTER_MS)
  const messageIds = allowed.map(({ next }) => next.id)
  const jobs = [
    ...steps.flatMap((step) => (step.kind === 'claim' ? [] : (step.jobs ?? []))),
    ...(messageIds.length > 0
      ? [{ ...settleClaimedSpec({ tenantId: tx.tenantId, messageIds }), runAt: settleAt }]
      : []),
  ]
  if (jobs.length > 0) await enqueue(tx, ...jobs)
  const fileIds = await findFileIds(
    tx,
    allowed.flatMap(({ next }) => (next.type === 'media' ? [next.id] : [])),
  )
  return {
    claimed: allowed.map(({ next, conversation, account }) => {
      const { contactPhone, tenantPhone } = pairBy(conversation, next.viaConversationId)
      return {
        id: next.id,
        conversationId: conversation.id,
        from: tenantPhone,
        to: contactPhone,
        body: next.body,
        fileIds: fileIds.get(next.id) ?? [],
        account,
      }
    }),
    remaining: conversations.flatMap(({ id }, index) => (steps[index]?.kind === 'none' ? [] : [id])),
  }
}

interface Withdrawal {
  next: NextMessage
  reason: WithdrawReason
}

const isOfGroupMessage = ({ purpose, isMarketing }: NextMessage): boolean => purpose === 'automatic' && isMarketing
const isOfAutomation = ({ purpose, isMarketing, authorUserId }: NextMessage): boolean =>
  purpose === 'automatic' && !isMarketing && authorUserId === null

/** When a message was to be sent to the carrier. */
const dueTimeOf = ({ notBefore, createdAt }: NextMessage): string => notBefore ?? createdAt

/** Why group messages and follow-ups of automations, queued earlier, must not be sent now. */
async function findStops(
  deps: MessageDeps,
  tx: TenantTx,
  nexts: readonly NextMessage[],
): Promise<Map<string, SendStop>> {
  const idsOf = (matches: (next: NextMessage) => boolean) => nexts.filter(matches).map(({ id }) => id)
  return new Map([
    ...(await deps.findGroupMessageStops(
      tx,
      nexts.filter(isOfGroupMessage).map((next) => ({ id: next.id, dueAt: dueTimeOf(next) })),
    )),
    ...(await deps.findAutomationStops(tx, idsOf(isOfAutomation))),
  ])
}

async function withdraw(deps: MessageDeps, tx: TenantTx, withdrawals: readonly Withdrawal[]): Promise<void> {
  for (const [reason, group] of Map.groupBy(withdrawals, (each) => each.reason)) {
    const ids = group.map(({ next }) => next.id)
    const withdrawn = new Set(await withdrawMessages(deps, tx, ids, reason))
    const idsOf = (matches: (next: NextMessage) => boolean) =>
      group.flatMap(({ next }) => (withdrawn.has(next.id) && matches(next) ? [next.id] : []))
    await deps.cancelUnsentRecipients(tx, idsOf(isOfGroupMessage), reason)
    await deps.skipAutomationRuns(tx, idsOf(isOfAutomation), reason)
  }
}

/** Until when a text of a group message has to wait; null if it may be sent. */
function holdOf(next: NextMessage, evaluated: EvaluatedSend | undefined): Hold | null {
  const decision = evaluated?.decision
  if (decision?.verdict !== 'hold' || !isOfGroupMessage(next)) return null
  const { reasons, until, holiday } = decision
  return { messageId: next.id, reason: reasons[0], until, holiday }
}

async function hold(deps: MessageDeps, tx: TenantTx, holds: readonly Hold[]): Promise<void> {
  for (const [isMissed, group] of Map.groupBy(holds, ({ reason }) => reason === 'missed')) {
    const ids = group.map(({ messageId }) => messageId)
    const withdrawn = new Set(await withdrawMessages(deps, tx, ids, isMissed ? 'missed' : 'held'))
    await deps.holdUnsentRecipients(
      tx,
      group.filter(({ messageId }) => withdrawn.has(messageId)),
    )
  }
}

const pairOf = ({ conversation, next }: Extract<Step, { kind: 'claim' }>) =>
  pairBy(conversation, next.viaConversationId)

function toGateRequest(step: Extract<Step, { kind: 'claim' }>) {
  const { purpose, isMarketing, authorUserId, isExpectedReply, id: messageId } = step.next
  const { contactPhone, tenantPhone } = pairOf(step)
  const isAutomated = isMarketing || (purpose === 'conversation' && authorUserId === null && !isExpectedReply)
  return { contactPhone, tenantPhone, purpose, isMarketing, isAutomated, messageId }
}

const accountToSendWith = (evaluated: EvaluatedSend | undefined): CarrierAccount | null =>
  evaluated?.decision.verdict === 'send' ? evaluated.account : null

function toChange({ id: messageId }: NextMessage, evaluated: EvaluatedSend | undefined, jobId: string): DeliveryChange {
  if (accountToSendWith(evaluated)) return { messageId, status: 'sending', claimedByJob: jobId }
  const decision = evaluated?.decision
  const reason = !decision || decision.verdict === 'send' ? undefined : decision.reasons[0]
  return { messageId, status: 'failed', reason: reason ? FAILURE_REASONS[reason] : 'account' }
}

interface Candidate {
  conversation: ConversationRow
  next: NextMessage | undefined
  jobId: string
  /** Why it must not be sent now. */
  stop: SendStop | undefined
}

/** Decides about the oldest message of a locked conversation, without the send gate. */
async function planClaim(
  deps: MessageDeps,
  tx: TenantTx,
  { conversation, next, jobId, stop }: Candidate,
): Promise<Step> {
  if (!next) return { kind: 'none' }
  const { id: messageId, purpose, notBefore } = next
  if (notBefore !== null && isAfter(notBefore, deps.now())) {
    const scope = { tenantId: tx.tenantId, conversationId: conversation.id }
    return { kind: 'none', jobs: [sendAgainSpec(scope, { messageId, purpose, runAt: notBefore })] }
  }
  if (next.deliveryStatus === 'sending') {
    if (next.claimedByJob !== jobId) return { kind: 'none' }
    // An earlier attempt of this job was killed before it recorded the carrier's response, so the outcome is unknown.
    // Settle it immediately, and let the messages queued behind it continue.
    return {
      kind: 'skip',
      changes: [{ messageId, status: 'unknown', reason: 'outcome-unknown' }],
      jobs: [settleSpec({ tenantId: tx.tenantId, messageId, attempts: 0 })],
    }
  }
  if (stop === 'paused') {
    await putOff(tx, messageId, shift(deps.now(), PAUSED_CHECK_MS))
    return { kind: 'skip' }
  }
  if (stop === 'missed') return { kind: 'skip', holds: [{ messageId, reason: stop, until: dueTimeOf(next) }] }
  if (stop) return { kind: 'skip', withdraws: stop }
  return { kind: 'claim', next, conversation }
}

/** The next message of each conversation. Messages that wait for their time come last, so that they block no other. */
async function findNextMessages(tx: TenantTx, conversationIds: readonly string[], at: string): Promise<NextMessage[]> {
  const { rows } = await sql<NextMessage>`
    select n.* from unnest(${[...conversationIds]}::uuid[]) as c (id)
    cross join lateral (
      select m.id, m.conversation_id as "conversationId", m.via_conversation_id as "viaConversationId", m.type, m.body,
        m.delivery_status as "deliveryStatus", m.claimed_by_job as "claimedByJob", m.purpose, m.is_marketing as "isMarketing",
        m.author_user_id as "authorUserId", m.not_before as "notBefore", m.created_at as "createdAt", ${IS_EXPECTED_REPLY} as "isExpectedReply"
      from messages m
      where m.tenant_id = ${tx.tenantId} and m.conversation_id = c.id and m.delivery_status in ('queued', 'sending')
        and m.provider_sid is null
      order by coalesce(m.not_before > ${at}::timestamptz, false), m.index limit 1
    ) n`.execute(tx)
  return rows
}

/** The files of messages, by message. */
async function findFileIds(tx: TenantTx, messageIds: readonly string[]): Promise<Map<string, string[]>> {
  if (messageIds.length === 0) return new Map()
  const files = await tx
    .selectFrom('files')
    .where('tenantId', '=', tx.tenantId)
    .where('messageId', 'in', [...messageIds])
    .orderBy('position')
    .select(['id', 'messageId'])
    .execute()
  const byMessage = new Map<string, string[]>()
  for (const { id, messageId } of files)
    if (messageId) byMessage.set(messageId, [...(byMessage.get(messageId) ?? []), id])
  return byMessage
}
