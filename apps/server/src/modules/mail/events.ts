import { z } from 'zod'
import { defineEvent } from '../../platform/events/define-event.ts'

/** A mail was not delivered: the mail server refused it, or it bounced. */
export const mailFailed = defineEvent('mail.failed', {
  data: z.object({ mailID: z.uuid() }),
  catchUp: { none: 'screens show only what subscribers record about it' },
})
