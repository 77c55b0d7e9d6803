import { z } from 'zod'
import type { TenantTx } from '../../platform/database/database.ts'
import { defineJob } from '../../platform/jobs/define-job.ts'
import { enqueue, enqueueForTenants } from '../../platform/jobs/enqueue.ts'
import { syncObjectSpec } from '../payment-accounts/index.ts'
import { submitRefundSpec } from '../payment-documents/index.ts'
import type { CardDeps } from './deps.ts'
import {
  chargeCardSpec,
  closeCheckoutsSpec,
  RESUME_REQUESTS,
  resumeRequestsSpec,
  submitEvidenceSpec,
} from './job-specs.ts'

/**
 * Every night: requests whose jobs used up their attempts, and payments, refunds and disputes whose events never came.
 */
export const resumeCardRequests = defineJob({
  name: 'resume-card-requests',
  schedule: '3 9 * * *',
  lane: 'background',
  payload: z.unknown(),
  run: async ({ directory }: CardDeps) => {
    const accounts = await directory.selectFrom('directory.paymentAccounts').select('tenantId').execute()
    await enqueueForTenants(
      directory,
      accounts.map(({ tenantId }) => resumeRequestsSpec(tenantId)),
    )
  },
})

export const resumeRequestsOfTenant = defineJob({
  name: RESUME_REQUESTS,
  lane: 'background',
  payload: z.object({ tenantId: z.uuid() }),
  run: ({ inTenant }: CardDeps, { tenantId }) => inTenant({ tenantId }, resume),
})

/** The bank has not decided yet. */
const OPEN_DISPUTES = ['inquiry', 'needs-response', 'under-review'] as const

/** Each of these jobs looks at the provider first, and does nothing if there is nothing left to do. */
async function resume(tx: TenantTx): Promise<void> {
  const { tenantId } = tx
  const refunds = await tx
    .selectFrom('paymentRefunds')
    .where('tenantId', '=', tenantId)
    .where('target', '=', 'card')
    .where('state', 'in', ['pending', 'requires-action'])
    .select(['id', 'providerRefundId'])
    .execute()
  const payments = await tx
    .selectFrom('payments as p')
    .innerJoin('paymentCharges as k', (join) => join.on('k.tenantId', '=', tenantId).onRef('k.paymentId', '=', 'p.id'))
    .where('p.tenantId', '=', tenantId)
    .where('p.state', 'in', ['processing', 'unknown'])
    .select(['p.id', 'k.intentId'])
    .execute()
  const checkouts = await tx
    .selectFrom('paymentCheckouts')
    .where('tenantId', '=', tenantId)
    .where('state', 'in', ['creating', 'open'])
    .where('expiresAt', '<', tx.now())
    .select(['documentId', 'sessionId'])
    .execute()
  const setups = await tx
    .selectFrom('paymentCardSetups')
    .where('tenantId', '=', tenantId)
    .where('state', 'in', ['creating', 'open'])
    .where('expiresAt', '<', tx.now())
    .where('sessionId', 'is not', null)
    .select('sessionId')
    .execute()
  const disputes = await tx
    .selectFrom('paymentDisputes')
    .where('tenantId', '=', tenantId)
    .where('state', 'in', OPEN_DISPUTES)
    .select(['id', 'providerDisputeId', 'submittingAt'])
    .execute()
  const specs = [
    ...refunds.map(({ id, providerRefundId }) =>
      providerRefundId ? syncObjectSpec(tenantId, 'refund', providerRefundId) : submitRefundSpec(tenantId, id),
    ),
    ...payments.map(({ id, intentId }) =>
      intentId ? syncObjectSpec(tenantId, 'payment', intentId) : chargeCardSpec(tenantId, id),
    ),
    ...checkouts.map(({ documentId, sessionId }) =>
      sessionId ? syncObjectSpec(tenantId, 'checkout', sessionId) : closeCheckoutsSpec(tenantId, documentId),
    ),
    ...setups.flatMap(({ sessionId }) => (sessionId ? [syncObjectSpec(tenantId, 'checkout', sessionId)] : [])),
    ...disputes.map(({ id, providerDisputeId, submittingAt }) =>
      submittingAt ? submitEvidenceSpec(tenantId, id) : syncObjectSpec(tenantId, 'dispute', providerDisputeId),
    ),
  ]
  if (specs.length > 0) await enqueue(tx, ...specs)
}
