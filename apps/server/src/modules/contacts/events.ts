import { z } from 'zod'
import { defineEvent } from '../../platform/events/define-event.ts'

export const contactDeleted = defineEvent('contact.deleted', {
  data: z.object({ contactId: z.uuid() }),
  catchUp: { none: 'The deletion of each of its conversations is an event of its own, which screens catch up on.' },
})
