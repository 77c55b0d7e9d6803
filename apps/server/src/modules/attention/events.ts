import { toSid } from '@frontdesk/contract/rules'
import { z } from 'zod'
import { defineEvent } from '../../platform/events/define-event.ts'

export const conversationUnreadMarked = defineEvent('conversation.unread-marked', {
  data: z.object({ isMarkedUnread: z.boolean() }),
  catchUp: async (events, { tx, actor }) => {
    const last = new Map(events.map((event) => [event.conversationId, event]))
    const marks = await tx
      .selectFrom('conversationUnreadMarks')
      .where('tenantId', '=', tx.tenantId)
      .where('userId', '=', actor.userId)
      .where('conversationId', 'in', [...last.keys()])
      .select('conversationId')
      .execute()
    const marked = new Set(marks.map(({ conversationId }) => conversationId))
    return [...last].flatMap(([conversationId, { id, at }]) =>
      conversationId === null
        ? []
        : {
            type: 'unread-mark.changed',
            id,
            at,
            conversationSid: toSid('CH', conversationId),
            isMarkedUnread: marked.has(conversationId),
          },
    )
  },
})
