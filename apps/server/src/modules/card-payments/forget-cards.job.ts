import { z } from 'zod'
import { subscribe } from '../../platform/events/dispatcher.ts'
import { defineJob } from '../../platform/jobs/define-job.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import { contactDeleted } from '../contacts/events.ts'
import type { CardDeps } from './deps.ts'
import { FORGET_CARDS, forgetCardsSpec, removeCardSpec } from './job-specs.ts'

export const forgetCardsOfDeleted = subscribe(contactDeleted, ({ tenantId, data }) => [
  forgetCardsSpec(tenantId, data.contactId),
])

/** Removes the cards on file of a contact that was deleted. The consent stays on record. Safe to run twice. */
export const forgetCards = defineJob({
  name: FORGET_CARDS,
  lane: 'payments',
  payload: z.object({ tenantId: z.uuid(), contactId: z.uuid() }),
  run: ({ inTenant }: CardDeps, { tenantId, contactId }) =>
    inTenant({ tenantId }, async (tx) => {
      const removed = await tx
        .updateTable('paymentCards')
        .set({ removedAt: tx.now() })
        .where('tenantId', '=', tx.tenantId)
        .where('contactId', '=', contactId)
        .where('removedAt', 'is', null)
        .returning('id')
        .execute()
      if (removed.length > 0) await enqueue(tx, ...removed.map(({ id }) => removeCardSpec(tenantId, id)))
    }),
})
