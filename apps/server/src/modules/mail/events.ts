import { z } from 'zod'
import { defineEvent } from '../../platform/events/define-event.ts'

/** A mail will not arrive: the mail server refused it, or it was returned. */
export const mailFailed = defineEvent('mail.failed', {
  data: z.object({ mailID: z.uuid() }),
  catchUp: { none: 'screens show what others make of it' },
})
