import {
  type DeliveryReason,
  type DeliveryStatus,
  explainDelivery,
  isThrottleCode,
  mayFollow,
} from '@frontdesk/contract/rules'
import { shift } from '../../../platform/clock.ts'
import type { Row } from '../../../platform/database/row.ts'

export interface DeliveryChange {
  messageId: string
  status: DeliveryStatus
  providerSid?: string
  errorCode?: number | null
  /** A reason of our own instead of the carrier's code; says nothing about the number. */
  reason?: DeliveryReason
  canRetry?: boolean
  /** The job that is sending it. */
  claimedByJob?: string
  /** Set by a retry, which restarts the ladder. */
  isRestart?: boolean
  /** The carrier never received it: back in the queue, for the same job to retry. */
  isReturn?: boolean
  /** The carrier has too many texts waiting. */
  isThrottled?: boolean
  /** Set when the carrier had too many waiting: when it is sent again. */
  notBefore?: string
}

/** The stored state of the delivery of a message. */
export type Delivery = Pick<
  Row<'messages'>,
  | 'id'
  | 'conversationId'
  | 'index'
  | 'purpose'
  | 'deliveryStatus'
  | 'providerSid'
  | 'errorCode'
  | 'errorReason'
  | 'canRetry'
  | 'notBefore'
  | 'dismissedAt'
  | 'claimedAt'
  | 'claimedByJob'
>

export type DeliveryPlan =
  | { kind: 'none' }
  /** The carrier had no room for it: back in the queue until a time. */
  | { kind: 'again'; at: string; providerSid: string | undefined }
  | {
      kind: 'update'
      delivery: Delivery
      /** Whether its status changes; otherwise only its carrier id is stored. */
      isAdvance: boolean
      /** The carrier id of the attempt that a retry replaces. */
      superseded: string | null
    }

const NONE: DeliveryPlan = { kind: 'none' }

/** A text that the carrier had no room for is sent again this often, after 1, 2, 4, 8 and 16 minutes. */
const ATTEMPTS_AGAIN_MAX = 5
const FIRST_DELAY_MS = 60_000

/**
 * Plans what a change does to a message: it advances on the status ladder, never down, so late and repeated reports
 * change nothing. A known error code is kept when a later report lacks it. `supersededSids` are the carrier ids of its
 * earlier attempts.
 */
export function planDelivery(
  existing: Delivery,
  change: DeliveryChange,
  { supersededSids, at }: { supersededSids: readonly string[]; at: string },
): DeliveryPlan {
  // A deleted message has no status; ignore reports about it.
  if (!existing.deliveryStatus) return NONE
  // A text that the carrier may have received cannot be withdrawn.
  if (isWithdrawal(change) && existing.deliveryStatus !== 'queued') return NONE
  const { providerSid } = change
  const isNewSid = providerSid !== undefined && existing.providerSid === null
  // Ignore reports about an earlier attempt.
  if (providerSid && existing.providerSid && providerSid !== existing.providerSid) return NONE
  if (isNewSid && supersededSids.includes(providerSid)) return NONE
  // A stored carrier id proves that the carrier accepted it.
  if ((change.isReturn || change.status === 'unknown') && existing.providerSid) return NONE
  const isNewAttempt = change.isRestart || change.isReturn
  const isAdvance = isNewAttempt || mayFollow(existing.deliveryStatus, change.status)
  if (!isAdvance && !isNewSid) return NONE
  if (isAdvance && !isNewAttempt && isRefusedForNow(change) && supersededSids.length < ATTEMPTS_AGAIN_MAX)
    return {
      kind: 'again',
      at: shift(at, FIRST_DELAY_MS * 2 ** supersededSids.length),
      providerSid: existing.providerSid ?? providerSid,
    }

  const errorCode = change.errorCode ?? (isNewAttempt ? null : existing.errorCode)
  const isProblem = isProblemStatus(change.status)
  const explanation = change.reason
    ? { reason: change.reason, canRetry: change.canRetry ?? false }
    : explainDelivery(errorCode)
  const delivery: Delivery = {
    ...existing,
    ...(isNewSid && { providerSid }),
    // A text that is returned keeps its time, so that stopping its message still stops it. A retried one is due now.
    ...(isNewAttempt && {
      providerSid: null,
      notBefore: change.notBefore ?? (change.isReturn ? existing.notBefore : at),
    }),
    ...(isAdvance && {
      deliveryStatus: change.status,
      errorCode: isProblem ? errorCode : null,
      errorReason: isProblem ? explanation.reason : null,
      canRetry: isProblem && explanation.canRetry,
      // A new attempt may fail again and must then be listed again. Withdrawn texts are not listed.
      dismissedAt: isWithdrawal(change) ? at : null,
    }),
    ...(change.claimedByJob && { claimedAt: at, claimedByJob: change.claimedByJob }),
  }
  return { kind: 'update', delivery, isAdvance, superseded: change.isRestart ? existing.providerSid : null }
}

const WITHDRAWN: readonly (DeliveryReason | undefined)[] = ['stopped', 'replied', 'outdated', 'held', 'missed']
const isWithdrawal = ({ reason }: DeliveryChange): boolean => WITHDRAWN.includes(reason)

export const isProblemStatus = (status: DeliveryStatus): boolean =>
  status === 'failed' || status === 'undelivered' || status === 'unknown'

/** Whether the carrier refused it because it had too many texts waiting. */
export const isRefusedForNow = ({ reason, status, errorCode }: DeliveryChange): boolean =>
  !reason && (status === 'failed' || status === 'undelivered') && isThrottleCode(errorCode ?? null)
