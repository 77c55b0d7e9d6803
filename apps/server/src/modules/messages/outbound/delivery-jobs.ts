import type { JobSpec } from '../../../platform/jobs/define-job.ts'

export const SEND_QUEUED_MESSAGES = 'send-queued-messages'
export const SEND_BULK_MESSAGES = 'send-bulk-messages'
export const SETTLE_DELIVERY = 'settle-delivery'

/**
 * Time from claiming a message to asking the carrier about it, if no status report arrived. "Not found" is only
 * conclusive after this time: earlier, the request may still be in flight.
 */
export const SETTLE_AFTER_MS = 60_000

/** Sends a conversation's queued messages; one job at a time per conversation. */
export const sendSpec = (scope: { tenantId: string; conversationId: string }): JobSpec => ({
  identifier: SEND_QUEUED_MESSAGES,
  payload: scope,
  jobKey: `send:${scope.conversationId}`,
})

/**
 * Conversations per job of bulk texts: the carrier gets their texts at once, and a kill leaves their outcome unknown.
 */
export const BULK_MAX = 20

/**
 * The same in the lane of bulk texts, for several conversations at once. Without a key: of two jobs of a conversation,
 * the second finds nothing to send.
 */
export const bulkSendSpecs = (scope: { tenantId: string; conversationIds: readonly string[] }): JobSpec[] =>
  Array.from({ length: Math.ceil(scope.conversationIds.length / BULK_MAX) }, (_, index) =>
    bulkSendSpec({ ...scope, conversationIds: scope.conversationIds.slice(index * BULK_MAX, (index + 1) * BULK_MAX) }),
  )

export const bulkSendSpec = (scope: { tenantId: string; conversationIds: readonly string[] }): JobSpec => ({
  identifier: SEND_BULK_MESSAGES,
  payload: scope,
})

/**
 * Sends a text that the carrier had no room for again. With a key of its own, so that other texts of the conversation
 * are not put off.
 */
export const sendAgainSpec = (
  { tenantId, conversationId }: { tenantId: string; conversationId: string },
  { messageId, purpose, runAt }: { messageId: string; purpose: string; runAt: string },
): JobSpec => ({
  ...(purpose === 'automatic'
    ? bulkSendSpec({ tenantId, conversationIds: [conversationId] })
    : sendSpec({ tenantId, conversationId })),
  jobKey: `send-again:${messageId}`,
  runAt,
})

/** Asks the carrier for the outcome of a message; `attempts` counts the requests made so far. */
export const settleSpec = (payload: { tenantId: string; messageId: string; attempts: number }): JobSpec => ({
  identifier: SETTLE_DELIVERY,
  payload,
  jobKey: `settle:${payload.messageId}`,
})

/** The same for messages that were claimed together: of several, those without an outcome by then get a job each. */
export function settleClaimedSpec({
  tenantId,
  messageIds,
}: {
  tenantId: string
  messageIds: readonly string[]
}): JobSpec {
  const [messageId, ...others] = messageIds
  return messageId !== undefined && others.length === 0
    ? settleSpec({ tenantId, messageId, attempts: 0 })
    : { identifier: SETTLE_DELIVERY, payload: { tenantId, messageIds } }
}
