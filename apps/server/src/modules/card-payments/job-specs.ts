import type { JobSpec } from '../../platform/jobs/define-job.ts'
import type { ObjectKind } from '../payment-accounts/index.ts'

export const SYNC_PAYMENT_OBJECTS = 'sync-payment-objects'
export const CLOSE_CHECKOUTS = 'close-checkouts'
export const FIND_UNFINISHED_CHECKOUTS = 'find-unfinished-checkouts'
export const CHARGE_CARD = 'charge-card'
export const SUBMIT_EVIDENCE = 'submit-evidence'
export const REMOVE_CARD = 'remove-card'
export const END_REPLACED = 'end-replaced-account'
export const FORGET_CARDS = 'forget-cards'
export const RESUME_REQUESTS = 'resume-card-requests-of-business'
export const SEND_PAYMENT_TEXT = 'send-payment-text'
/** Named before it also mailed links to retry; jobs of earlier versions may still be queued. */
export const MAIL_UNDELIVERED_TEXT = 'replace-receipt'

/** About a day; unfinished work is resumed each night after that. */
const ATTEMPTS = 14

export const syncObjectsSpec = (
  tenantId: string,
  objects: readonly { kind: ObjectKind; objectId: string }[],
): JobSpec => ({
  identifier: SYNC_PAYMENT_OBJECTS,
  payload: { tenantId, objects },
  maxAttempts: ATTEMPTS,
})

export const closeCheckoutsSpec = (tenantId: string, documentId: string): JobSpec => ({
  identifier: CLOSE_CHECKOUTS,
  payload: { tenantId, documentId },
  jobKey: `close-checkouts:${documentId}`,
  maxAttempts: ATTEMPTS,
})

export const findUnfinishedSpec = (tenantId: string, documentIds: readonly string[]): JobSpec => ({
  identifier: FIND_UNFINISHED_CHECKOUTS,
  payload: { tenantId, documentIds },
  maxAttempts: ATTEMPTS,
})

export const chargeCardSpec = (tenantId: string, paymentId: string): JobSpec => ({
  identifier: CHARGE_CARD,
  payload: { tenantId, paymentId },
  jobKey: `charge-card:${paymentId}`,
  maxAttempts: ATTEMPTS,
})

export const submitEvidenceSpec = (tenantId: string, disputeId: string): JobSpec => ({
  identifier: SUBMIT_EVIDENCE,
  payload: { tenantId, disputeId },
  jobKey: `submit-evidence:${disputeId}`,
  maxAttempts: ATTEMPTS,
})

export const removeCardSpec = (tenantId: string, cardId: string): JobSpec => ({
  identifier: REMOVE_CARD,
  payload: { tenantId, cardId },
  jobKey: `remove-card:${cardId}`,
  maxAttempts: ATTEMPTS,
})

export const forgetCardsSpec = (tenantId: string, contactId: string): JobSpec => ({
  identifier: FORGET_CARDS,
  payload: { tenantId, contactId },
  jobKey: `forget-cards:${contactId}`,
  maxAttempts: ATTEMPTS,
})

export const endReplacedSpec = (tenantId: string): JobSpec => ({
  identifier: END_REPLACED,
  payload: { tenantId },
  jobKey: `end-replaced-account:${tenantId}`,
  maxAttempts: ATTEMPTS,
})

export const resumeRequestsSpec = (tenantId: string): JobSpec => ({
  identifier: RESUME_REQUESTS,
  payload: { tenantId },
  jobKey: `resume-card-requests:${tenantId}`,
  maxAttempts: 5,
})

export const mailUndeliveredTextSpec = (tenantId: string, messageId: string): JobSpec => ({
  identifier: MAIL_UNDELIVERED_TEXT,
  payload: { tenantId, messageId },
  jobKey: `replace-receipt:${messageId}`,
})

/** Of several failed payments of a document, the last one is texted about. */
export const sendPaymentTextSpec = (
  tenantId: string,
  { paymentId, kind, runAt }: { paymentId: string; kind: 'receipt' | 'retry'; runAt?: string },
): JobSpec => ({
  identifier: SEND_PAYMENT_TEXT,
  payload: { tenantId, paymentId, kind },
  jobKey: `send-payment-text:${kind}:${paymentId}`,
  ...(runAt && { runAt }),
})
