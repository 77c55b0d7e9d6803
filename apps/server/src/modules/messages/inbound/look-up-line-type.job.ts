import { z } from 'zod'
import { subscribe } from '../../../platform/events/dispatcher.ts'
import { defineJob } from '../../../platform/jobs/define-job.ts'
import { contactChanged, conversationStarted } from '../../conversations/events.ts'
import type { ConversationDeps } from '../../conversations/index.ts'
import { lockThreads, tellThreads } from '../../conversations/index.ts'
import { lookUpNumber } from '../../phone-numbers/index.ts'

const Payload = z.object({ tenantId: z.uuid(), contactId: z.uuid() })

const NAME = 'look-up-line-type'

/** A number that texted us can text; only one we start with has to be asked about. */
export const lineTypeSubscription = subscribe(conversationStarted, ({ tenantId, data }) =>
  data.source === 'user'
    ? [
        {
          identifier: NAME,
          payload: { tenantId, contactId: data.contactId },
          jobKey: `line-type:${data.contactId}`,
          maxAttempts: 6,
        },
      ]
    : [],
)

/** Learns whether a contact's number is a landline, before somebody waits for an answer from one. */
export const lookUpLineType = defineJob({
  name: NAME,
  lane: 'carrier',
  payload: Payload,
  run: async (deps: ConversationDeps, payload) => {
    const contact = await deps.inTenant(payload, (tx) =>
      tx
        .selectFrom('contacts')
        .where('tenantId', '=', tx.tenantId)
        .where('id', '=', payload.contactId)
        .select(['phone', 'lineType'])
        .executeTakeFirst(),
    )
    const facts = contact && (await lookUpNumber(deps, payload, contact.phone))
    if (!facts || facts.lineType === contact.lineType) return
    const at = deps.now()
    await deps.inTenant(payload, async (tx) => {
      const threads = await lockThreads(tx, contact.phone)
      await tx
        .updateTable('contacts')
        .set({ lineType: facts.lineType, lineTypeCheckedAt: at })
        .where('tenantId', '=', tx.tenantId)
        .where('id', '=', payload.contactId)
        .execute()
      await tellThreads(deps, tx, threads, { event: contactChanged.of(), at })
    })
  },
})
