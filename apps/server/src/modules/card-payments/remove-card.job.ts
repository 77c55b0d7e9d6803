import { z } from 'zod'
import { defineJob } from '../../platform/jobs/define-job.ts'
import { findAccountId, ProviderError } from '../payment-accounts/index.ts'
import type { CardDeps } from './deps.ts'
import { REMOVE_CARD } from './job-specs.ts'

/** Has the provider forget a card. Safe to run twice. */
export const removeCardJob = defineJob({
  name: REMOVE_CARD,
  lane: 'payments',
  payload: z.object({ tenantId: z.uuid(), cardId: z.uuid() }),
  run: async (deps: CardDeps, { tenantId, cardId }) => {
    const { accountId, card } = await deps.inTenant({ tenantId }, async (tx) => ({
      accountId: await findAccountId(tx),
      card: await tx
        .selectFrom('paymentCards')
        .where('tenantId', '=', tx.tenantId)
        .where('id', '=', cardId)
        .select(['methodId', 'removedAt'])
        .executeTakeFirst(),
    }))
    if (!accountId || !card?.removedAt) return
    try {
      await deps.paymentProvider.account(accountId).removeCard(card.methodId)
    } catch (error) {
      // It is gone already.
      if (!(error instanceof ProviderError) || (error.kind !== 'missing' && error.kind !== 'refused')) throw error
    }
  },
})
