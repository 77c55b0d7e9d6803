import { z } from 'zod'
import { defineEvent } from '../../platform/events/define-event.ts'

export const messageTranslated = defineEvent('message.translated', {
  data: z.object({ language: z.string().optional().describe('Of the original text.') }),
  catchUp: 'message-changed',
})
