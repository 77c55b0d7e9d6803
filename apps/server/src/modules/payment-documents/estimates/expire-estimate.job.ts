import type { DocumentStage } from '@frontdesk/contract/rules'
import { z } from 'zod'
import { isAfter } from '../../../platform/clock.ts'
import { defineJob } from '../../../platform/jobs/define-job.ts'
import type { ConversationDeps } from '../../conversations/index.ts'
import { lockDocumentById } from '../access.ts'
import { announcePayment, PAYMENTS_AUTHOR } from '../announce-payment.ts'
import { changeDocument } from '../change-document.ts'
import { EXPIRE_ESTIMATE, enqueueExpiry, findExpiry } from './expire-estimate-spec.ts'
import { hasLiveParts } from './parts.ts'

export const ANSWERABLE: readonly DocumentStage[] = ['sent', 'sent-reminder', 'viewed']
const RULE = { userId: null, displayName: PAYMENTS_AUTHOR }

/**
 * Expires an estimate without an answer in time, unless a payment was requested for it. Safe to run twice or too early.
 */
export const expireEstimate = defineJob({
  name: EXPIRE_ESTIMATE,
  lane: 'default',
  payload: z.object({ tenantId: z.uuid(), id: z.uuid() }),
  run: (deps: ConversationDeps, { tenantId, id }) =>
    deps.inTenant({ tenantId }, async (tx) => {
      const estimate = await lockDocumentById(tx, id)
      if (estimate?.kind !== 'estimate' || !ANSWERABLE.includes(estimate.stage)) return
      const expiresAt = await findExpiry(tx, estimate)
      if (expiresAt === null) return
      if (isAfter(expiresAt, tx.now())) return enqueueExpiry(tx, estimate)
      if (await hasLiveParts(tx, estimate)) return
      const kind = 'expired'
      const after = await changeDocument(tx, RULE, estimate, { stage: kind, activity: { kind } })
      await announcePayment(deps, tx, RULE, after, { kind })
    }),
})
