import { z } from 'zod'
import { defineEvent } from '../../platform/events/define-event.ts'
import { ChangeData } from './change-data.ts'

export const conversationStarted = defineEvent('conversation.started', {
  data: z.object({
    source: z.enum(['sms', 'user']).describe('Whether the contact wrote first or a teammate started it.'),
    contactId: z.uuid(),
  }),
  catchUp: 'conversation',
})

export const conversationOpened = defineEvent('conversation.opened', { data: ChangeData, catchUp: 'conversation' })

export const conversationClosed = defineEvent('conversation.closed', {
  data: ChangeData.extend({
    by: z.enum(['status', 'auto-close']).optional().describe('The rule that closed it; absent for a teammate.'),
  }),
  catchUp: 'conversation',
})

export const conversationAssigned = defineEvent('conversation.assigned', {
  data: ChangeData.extend({
    by: z.enum(['turn', 'unanswered', 'reopened']).optional().describe('The rule that did; absent for a teammate.'),
  }),
  catchUp: 'conversation',
})

export const conversationFoldered = defineEvent('conversation.foldered', {
  data: ChangeData.extend({ folderKey: z.string() }),
  catchUp: 'conversation',
})

export const conversationStatusChanged = defineEvent('conversation.status-changed', {
  data: ChangeData.extend({ after: z.string().nullable().describe('The key of the status it has now.') }),
  catchUp: 'conversation',
})

/** Marked as needing no reply, or as waiting for one again. */
export const conversationHandled = defineEvent('conversation.handled', { data: ChangeData, catchUp: 'conversation' })

export const conversationBlocked = defineEvent('conversation.blocked', { catchUp: 'conversation' })

export const conversationUnblocked = defineEvent('conversation.unblocked', { catchUp: 'conversation' })

/** Moved to another location. */
export const conversationMoved = defineEvent('conversation.moved', { catchUp: 'conversation' })

/** Recorded with the previous scope when assignee or location change, for viewers who can no longer see it. */
export const conversationLeft = defineEvent('conversation.left', { catchUp: 'conversation' })

export const conversationRenamed = defineEvent('conversation.renamed', { catchUp: 'conversation' })

export const conversationDeleted = defineEvent('conversation.deleted', { catchUp: 'conversation' })

/** Recorded for each conversation of the contact, or without one. */
export const contactChanged = defineEvent('contact.changed', {
  data: z.object({ contactId: z.uuid().optional() }),
  catchUp: 'conversation',
})

/** Read by the team. The message, if any, has one more reader. */
export const conversationRead = defineEvent('conversation.read', { data: ChangeData, catchUp: 'message-changed' })

/** Unread for the whole team; a teammate's own mark is `conversation.unread-marked`. */
export const conversationUnread = defineEvent('conversation.unread', { data: ChangeData, catchUp: 'conversation' })

export const conversationSnoozed = defineEvent('conversation.snoozed', { data: ChangeData, catchUp: 'conversation' })

export const conversationUnsnoozed = defineEvent('conversation.unsnoozed', {
  data: ChangeData,
  catchUp: 'conversation',
})
