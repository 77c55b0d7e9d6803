import { z } from 'zod'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { defineJob } from '../../platform/jobs/define-job.ts'
import type { Needs } from '../../platform/module.ts'
import { findAccountId, isOutcomeUnknown, ProviderError } from '../payment-accounts/index.ts'
import { lockDocumentById, recordPaymentChanged } from '../payment-documents/index.ts'
import { applyDispute, hasEvidence } from './apply-dispute.ts'
import { type CardDeps, ONLINE_PAYMENT_AUTHOR } from './deps.ts'
import { packEvidence } from './evidence.ts'
import { drawFiles, uploadFiles } from './evidence-files.ts'
import { SUBMIT_EVIDENCE } from './job-specs.ts'
import { findDispute } from './submit-evidence.ts'

/** Sends evidence about a dispute. Before it repeats that, it looks whether the provider has it. */
export const submitEvidenceJob = defineJob({
  name: SUBMIT_EVIDENCE,
  lane: 'payments',
  payload: z.object({ tenantId: z.uuid(), disputeId: z.uuid() }),
  run: async (deps: CardDeps & Needs<'drawEvidence'>, { tenantId, disputeId }) => {
    const scope = { tenantId }
    const plan = await deps.inTenant(scope, async (tx) => {
      const dispute = await findDispute(tx, disputeId)
      const document = dispute?.submittingAt ? await lockDocumentById(tx, dispute.documentId) : undefined
      const accountId = await findAccountId(tx)
      if (!dispute || !document || !accountId) return null
      return { dispute, accountId, evidence: await packEvidence(tx, document, dispute) }
    })
    if (!plan) return
    const { providerDisputeId, submittingAt } = plan.dispute
    const account = deps.paymentProvider.account(plan.accountId)
    const set = (values: { submittedAt: string | null; failureReason: string | null }) =>
      deps.inTenant(scope, async (tx) => {
        const document = await lockDocumentById(tx, plan.dispute.documentId)
        await tx
          .updateTable('paymentDisputes')
          .set({ ...values, submittingAt: null })
          .where('tenantId', '=', tx.tenantId)
          .where('id', '=', disputeId)
          .execute()
        if (document) await recordPaymentChanged(tx, ONLINE_PAYMENT_AUTHOR, document, 'disputed')
      })
    try {
      const present = await account.findDispute(providerDisputeId)
      const submit = async () => {
        const key = `evidence:${disputeId}:${submittingAt}`
        const fileIds = await uploadFiles(account, await drawFiles(deps, tenantId, plan.evidence.files), key)
        return account.submitEvidence(providerDisputeId, { ...plan.evidence, fileIds }, key)
      }
      const remote = hasEvidence(present) ? present : await submit()
      await set({ submittedAt: deps.now(), failureReason: null })
      await deps.inTenant(scope, (tx) => applyDispute(deps, tx, remote))
    } catch (error) {
      if (error instanceof AppError && error.code === 'PdfTooSlow') {
        await set({ submittedAt: null, failureReason: error.message })
        return
      }
      if (error instanceof ProviderError && error.kind === 'failed')
        await deps.inTenant(scope, (tx) => renewKey(tx, disputeId))
      if (!(error instanceof ProviderError) || error.kind === 'busy' || isOutcomeUnknown(error)) throw error
      await set({ submittedAt: null, failureReason: error.reason })
    }
  },
})

/** The provider would repeat its error under the same key for a day, and the deadline may be sooner. */
async function renewKey(tx: TenantTx, disputeId: string): Promise<void> {
  await tx
    .updateTable('paymentDisputes')
    .set({ submittingAt: tx.now() })
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', disputeId)
    .where('submittingAt', 'is not', null)
    .execute()
}
