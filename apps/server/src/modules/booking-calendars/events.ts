import { z } from 'zod'
import { defineEvent } from '../../platform/events/define-event.ts'

/** The access to a connected account was taken back. */
export const calendarBroken = defineEvent('calendar.broken', {
  data: z.object({ connectionID: z.uuid(), userID: z.uuid() }),
  catchUp: { none: 'The connections are a setting, which is recorded as changed too.' },
})
