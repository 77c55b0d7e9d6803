import { CONSENT_REVIEW_STATES, toSid } from '@frontdesk/contract/rules'
import { z } from 'zod'
import { defineEvent } from '../../platform/events/define-event.ts'

/** The review of a possible opt-out was opened, decided or reopened. */
export const consentReviewChanged = defineEvent('consent-review.changed', {
  data: z.object({
    state: z.enum(CONSENT_REVIEW_STATES),
    isToBeConfirmed: z.boolean().optional().describe('The opt-out has to be confirmed to the contact.'),
  }),
  catchUp: (events) =>
    events.flatMap(({ id, at, conversationId }) =>
      conversationId === null
        ? []
        : { type: 'consent-review.changed', id, at, conversationSid: toSid('CH', conversationId) },
    ),
})
