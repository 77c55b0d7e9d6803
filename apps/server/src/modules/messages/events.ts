import { DELIVERY_STATUSES, SCHEDULED_KINDS, SCHEDULED_STATES } from '@frontdesk/contract/rules'
import { z } from 'zod'
import { defineEvent } from '../../platform/events/define-event.ts'
import { findVisibleScheduled, toScheduledMessage } from './scheduled/scheduled-queries.ts'

export const messageReceived = defineEvent('message.received', {
  data: z.object({
    hasMedia: z.boolean(),
    hasLink: z.boolean().optional(),
    keyword: z
      .enum(['stop', 'start', 'help', 'opt-in'])
      .optional()
      .describe(
        'The text is a carrier keyword, or an opt-in: a keyword of the business or the answer to its question.',
      ),
    isSentence: z.boolean().optional().describe('The opt-out is a sentence, which may ask for more than that.'),
    answer: z
      .enum(['stop', 'start', 'help', 'opt-in-question', 'opt-in-confirmation'])
      .optional()
      .describe('The keyword that we have to reply to, or what to reply to an opt-in.'),
    isReaction: z.boolean().optional().describe('The text is a reaction to a message.'),
    isAutoresponse: z.boolean().optional().describe('The contact’s phone wrote it, such as while they are driving.'),
    isAboutVisit: z
      .boolean()
      .optional()
      .describe('It may confirm a visit, ask for another time, or tell that someone is on the way, late or here.'),
    isAboutEstimate: z.boolean().optional().describe('It may approve or decline an estimate.'),
    hasBookingOffer: z.boolean().default(false).describe('Times for a visit are offered in the conversation.'),
    isBlocked: z.boolean().describe('The number is blocked.'),
    isReopened: z.boolean().describe('It reopened the conversation.'),
    answersInbound: z.boolean().describe('The business has auto-replies turned on.'),
  }),
  catchUp: 'message-created',
})

/** A text is part of a card number that a later text completed. */
export const cardNumberMasked = defineEvent('message.card-number-masked', {
  data: z.object({}),
  catchUp: 'message-changed',
})

export const messageQueued = defineEvent('message.queued', {
  data: z.object({
    hasLink: z.boolean().optional(),
    isBulk: z.boolean().optional().describe('Part of a group message.'),
    isBatched: z.boolean().optional().describe('Sent by a job that was enqueued with it.'),
    hasBookingOffer: z.boolean().optional().describe('A teammate wrote it while times for a visit were offered.'),
  }),
  catchUp: 'message-created',
})

export const messageDeliveryChanged = defineEvent('message.delivery-changed', {
  data: z.object({
    status: z.enum(DELIVERY_STATUSES),
    errorCode: z.int().nullable(),
    isReturn: z.boolean().describe('Requeued because the carrier was unavailable, not because a teammate retried it.'),
    throttledPhone: z
      .string()
      .optional()
      .describe('Our number that sent it, if the carrier has too many of its texts waiting.'),
    brandLimitPhone: z
      .string()
      .optional()
      .describe('Our number that sent it, if it exceeded T-Mobile’s daily limit for the brand of the number.'),
  }),
  catchUp: 'message-changed',
})

export const messageMediaStored = defineEvent('message.media-stored', { catchUp: 'message-changed' })

export const messageDeleted = defineEvent('message.deleted', { catchUp: 'message-changed' })

/** A note was deleted; a tombstone stays in the thread, as for a deleted message. */
export const noteDeleted = defineEvent('note.deleted', { catchUp: 'message-changed' })

export const messageReacted = defineEvent('message.reacted', { catchUp: 'message-changed' })

/** A teammate dismissed an undelivered message. */
export const messageFailureDismissed = defineEvent('message.failure-dismissed', { catchUp: 'message-changed' })

/** A teammate undid the dismissal of an undelivered message. */
export const messageDismissalUndone = defineEvent('message.dismissal-undone', { catchUp: 'message-changed' })

export const messageLinkPreviewed = defineEvent('message.link-previewed', { catchUp: 'message-changed' })

/** Another system of the business added an update to the thread. */
export const updateAdded = defineEvent('conversation.update-added', { catchUp: 'message-created' })

/** A teammate asked for the conversation to be repaired. */
export const conversationFixed = defineEvent('conversation.fixed', { catchUp: 'conversation' })

export const scheduledMessageChanged = defineEvent('scheduled-message.changed', {
  data: z.object({
    scheduledMessageID: z.uuid(),
    state: z.enum(SCHEDULED_STATES),
    kind: z.enum(SCHEDULED_KINDS),
    dueAt: z.string().optional().describe('When it is due, while it waits or is held.'),
    isUnsentReminder: z.boolean().optional().describe('A reminder of a booking was stopped or dropped.'),
  }),
  catchUp: async (events, { tx, actor }) => {
    const last = new Map(events.map((event) => [event.data.scheduledMessageID, event]))
    const rows = await findVisibleScheduled(tx, actor, [...last.keys()])
    return rows.flatMap((row) => {
      const event = last.get(row.id)
      if (!event) return []
      const { id, at } = event
      return { type: 'scheduled-message.changed', id, at, scheduledMessage: toScheduledMessage(row) }
    })
  },
})
