import { toSid } from '@frontdesk/contract/rules'
import { defineEvent } from '../../platform/events/define-event.ts'

export const draftSaved = defineEvent('draft.saved', {
  catchUp: async (events, { tx, actor }) => {
    const last = new Map(events.map((event) => [event.conversationId, event]))
    const drafts = await tx
      .selectFrom('conversationDrafts')
      .where('tenantId', '=', tx.tenantId)
      .where('userId', '=', actor.userId)
      .where('conversationId', 'in', [...last.keys()])
      .select(['conversationId', 'messageDraft'])
      .execute()
    return [...last].flatMap(([conversationId, { id, at }]) =>
      conversationId === null
        ? []
        : {
            type: 'draft.changed',
            id,
            at,
            conversationSid: toSid('CH', conversationId),
            messageDraft: drafts.find((draft) => draft.conversationId === conversationId)?.messageDraft ?? '',
          },
    )
  },
})
