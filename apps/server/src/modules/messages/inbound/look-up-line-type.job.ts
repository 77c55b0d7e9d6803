import { z } from 'zod'
import { subscribe } from '../../../platform/events/dispatcher.ts'
import { defineJob } from '../../../platform/jobs/define-job.ts'
import { lockConversationsOfNumbers, refreshConversations } from '../../changes/index.ts'
import { contactChanged, conversationStarted } from '../../conversations/events.ts'
import { lookUpNumber } from '../../phone-numbers/index.ts'
import type { MessageDeps } from '../deps.ts'

const Payload = z.object({ tenantId: z.uuid(), contactId: z.uuid() })

const NAME = 'look-up-line-type'

/** Only for conversations we started: a number that texted us cannot be a landline. */
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

/** Looks up whether a contact's number is a landline, so that the team doesn't wait for a reply. */
export const lookUpLineType = defineJob({
  name: NAME,
  lane: 'carrier',
  payload: Payload,
  run: async (deps: MessageDeps, payload) => {
    const contact = await deps.inTenant(payload, (tx) =>
      tx
        .selectFrom('contacts')
        .where('tenantId', '=', tx.tenantId)
        .where('id', '=', payload.contactId)
        .select(['phone', 'lineType'])
        .executeTakeFirst(),
    )
    const lookup = contact && (await lookUpNumber(deps, payload, contact.phone))
    if (!lookup || lookup.lineType === contact.lineType) return
    const at = deps.now()
    await deps.inTenant(payload, async (tx) => {
      const threads = await lockConversationsOfNumbers(tx, [contact.phone])
      await tx
        .updateTable('contacts')
        .set({ lineType: lookup.lineType, lineTypeCheckedAt: at })
        .where('tenantId', '=', tx.tenantId)
        .where('id', '=', payload.contactId)
        // A text that the carrier refused meanwhile says more than the lookup.
        .where('lineType', 'is not distinct from', contact.lineType)
        .execute()
      await refreshConversations(deps, tx, threads, { event: contactChanged.of(), at })
    })
  },
})
