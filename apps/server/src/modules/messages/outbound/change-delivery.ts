import { type DeliveryStatus, explainDelivery } from '@frontdesk/contract/rules'
import type { TenantTx } from '../../../platform/database/database.ts'
import { enqueue } from '../../../platform/jobs/enqueue.ts'
import { refreshConversations, updateBlockedAndOptedOut } from '../../changes/index.ts'
import { contactChanged } from '../../conversations/events.ts'
import {
  announce,
  type ConversationDeps,
  conversationChanged,
  findConversationsByIds,
} from '../../conversations/index.ts'
import { findMessages, messageChanged } from '../../threads/index.ts'
import { messageDeliveryChanged } from '../events.ts'
import { sendAgainSpec } from './delivery-jobs.ts'
import {
  findSuperseded,
  lockDeliveries,
  lockThreads,
  supersede,
  updateDeliveries,
  updatePreviews,
} from './delivery-rows.ts'
import { findNumberProblem, findPairs, type NumberProblem, recordNumberProblem } from './number-problems.ts'
import { type DeliveryChange, type DeliveryPlan, isProblemStatus, planDelivery } from './plan-delivery.ts'

/** Maps Twilio's statuses to ours. https://www.twilio.com/docs/messaging/api/message-resource#message-status-values */
const STATUS_OF: Record<string, DeliveryStatus> = {
  accepted: 'sending',
  scheduled: 'sending',
  queued: 'sending',
  sending: 'sending',
  sent: 'sent',
  delivered: 'delivered',
  read: 'read',
  undelivered: 'undelivered',
  failed: 'failed',
  canceled: 'failed',
}

export const toDeliveryStatus = (carrierStatus: string): DeliveryStatus | null => STATUS_OF[carrierStatus] ?? null

/** Changes the delivery of one message. Returns whether anything changed. */
export const changeDelivery = async (deps: ConversationDeps, tx: TenantTx, change: DeliveryChange): Promise<boolean> =>
  (await changeDeliveries(deps, tx, [change])).has(change.messageId)

type Update = Extract<DeliveryPlan, { kind: 'update' }> & { change: DeliveryChange }

/** Whether T-Mobile refused the text because of the daily limit for the brand of our number. */
const exceedsBrandLimit = ({ change, delivery }: Pick<Update, 'change' | 'delivery'>): boolean =>
  isProblemStatus(change.status) && explainDelivery(delivery.errorCode).reason === 'brand-limit'

/**
 * Changes the delivery of messages, each given once, as `planDelivery` decides. A text that the carrier had no room for
 * is returned to the queue for later. Returns the ids of those that changed.
 */
export async function changeDeliveries(
  deps: ConversationDeps,
  tx: TenantTx,
  changes: readonly DeliveryChange[],
): Promise<Set<string>> {
  if (changes.length === 0) return new Set()
  const at = deps.now()
  const problems = new Map<string, NumberProblem>()
  for (const change of changes) {
    const problem = findNumberProblem(change)
    if (problem) problems.set(change.messageId, problem)
  }
  // Lock conversations before messages, like all code does, to avoid deadlocks.
  const ofNumbers = await lockThreads(tx, changes, problems)
  const deliveries = await lockDeliveries(tx, changes)
  const superseded = await findSuperseded(tx, changes, deliveries)
  const plans = changes.flatMap((change) => {
    const delivery = deliveries.get(change.messageId)
    const supersededSids = superseded.get(change.messageId) ?? []
    return delivery ? [{ change, delivery, plan: planDelivery(delivery, change, { supersededSids, at }) }] : []
  })
  const updates: Update[] = plans.flatMap(({ change, plan }) => (plan.kind === 'update' ? [{ ...plan, change }] : []))
  const again = plans.flatMap(({ delivery, plan }) => (plan.kind === 'again' ? [{ ...plan, delivery }] : []))

  await supersede(tx, at, [
    ...updates.map(({ delivery, superseded: providerSid }) => ({ messageId: delivery.id, providerSid })),
    ...again.map(({ delivery, providerSid }) => ({ messageId: delivery.id, providerSid })),
  ])
  await applyUpdates(deps, tx, updates, { problems, ofNumbers, at })
  const changed = new Set(updates.map(({ delivery }) => delivery.id))
  if (again.length === 0) return changed
  await enqueue(
    tx,
    ...again.map(({ at: runAt, delivery: { id: messageId, conversationId, purpose } }) =>
      sendAgainSpec({ tenantId: tx.tenantId, conversationId }, { messageId, purpose, runAt }),
    ),
  )
  const returned = await changeDeliveries(
    deps,
    tx,
    again.map(({ at: notBefore, delivery: { id: messageId } }) => ({
      ...{ messageId, notBefore, status: 'queued', isRestart: true, isThrottled: true },
    })),
  )
  return changed.union(returned)
}

/** Stores planned updates, records their events and publishes them. */
async function applyUpdates(
  deps: ConversationDeps,
  tx: TenantTx,
  updates: readonly Update[],
  { problems, ofNumbers, at }: { problems: Map<string, NumberProblem>; ofNumbers: readonly string[]; at: string },
): Promise<void> {
  if (updates.length === 0) return
  await updateDeliveries(
    tx,
    updates.map(({ delivery }) => delivery),
  )
  const advances = updates.filter(({ isAdvance }) => isAdvance)
  if (advances.length === 0) return
  const previews = await updatePreviews(
    tx,
    advances.map(({ delivery }) => delivery),
  )
  const withProblem = advances.filter(({ change }) => problems.has(change.messageId))
  if (withProblem.length > 0) {
    const pairs = await findPairs(
      tx,
      withProblem.map(({ change }) => change.messageId),
    )
    for (const { messageId } of withProblem.map(({ change }) => change)) {
      const [pair, problem] = [pairs.get(messageId), problems.get(messageId)]
      if (pair && problem) await recordNumberProblem(tx, pair, { problem, messageId, at })
    }
    const reportedIds = new Set(withProblem.map(({ delivery }) => delivery.conversationId))
    const others = ofNumbers.filter((id) => !reportedIds.has(id))
    await updateBlockedAndOptedOut(tx, [...reportedIds])
    await refreshConversations(deps, tx, others, { event: contactChanged.of(), at })
  }
  const [conversations, messages] = await Promise.all([
    findConversationsByIds(tx, null, [...new Set(advances.map(({ delivery }) => delivery.conversationId))]),
    findMessages(
      tx,
      advances.map(({ delivery }) => delivery.id),
    ),
  ])
  const conversationOf = new Map(conversations.map((row) => [row.id, row]))
  const messageOf = new Map(messages.map((row) => [row.id, row]))
  const announced = advances.map(({ change, delivery }) => {
    const [conversation, row] = [conversationOf.get(delivery.conversationId), messageOf.get(delivery.id)]
    if (!conversation || !row) throw new Error('Message or conversation not found.')
    const hasChangedConversation = previews.has(delivery.id) || problems.has(delivery.id)
    return { change, delivery, conversation, row, hasChangedConversation }
  })
  const limited = await findPairs(
    tx,
    advances.flatMap((update) => (update.change.isThrottled || exceedsBrandLimit(update) ? [update.delivery.id] : [])),
  )
  const eventIds = await messageDeliveryChanged.recordAll(
    tx,
    announced.map(({ change, delivery, conversation }) => ({
      at,
      scope: conversation,
      conversationId: delivery.conversationId,
      messageId: delivery.id,
      data: {
        status: change.status,
        errorCode: isProblemStatus(change.status) ? delivery.errorCode : null,
        isReturn: change.isReturn ?? change.notBefore !== undefined,
        ...(change.isThrottled && { throttledPhone: limited.get(delivery.id)?.tenantPhone }),
        ...(exceedsBrandLimit({ change, delivery }) && { brandLimitPhone: limited.get(delivery.id)?.tenantPhone }),
      },
    })),
  )
  for (const [index, { conversation, row, hasChangedConversation }] of announced.entries()) {
    const eventId = eventIds[index] ?? null
    if (eventId === null) throw new Error('An event was not stored.')
    tx.afterCommit(() =>
      announce(deps, tx.tenantId, conversation, [
        messageChanged(eventId, at, row),
        ...(hasChangedConversation ? [conversationChanged(eventId, at, conversation)] : []),
      ]),
    )
  }
}
