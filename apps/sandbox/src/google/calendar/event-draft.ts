import { z } from 'zod'
import type { EventDraft as Draft } from './change-events.ts'

const EventTime = z.object({
  dateTime: z.iso.datetime({ offset: true }).optional(),
  date: z.iso.date().optional(),
  timeZone: z.string().optional(),
})

/** An event as clients send it; fields that are not listed are kept as they are. */
export const EventDraft: z.ZodType<Draft> = z
  .looseObject({
    id: z.string().optional(),
    status: z.enum(['confirmed', 'tentative', 'cancelled']).optional(),
    start: EventTime.optional(),
    end: EventTime.optional(),
    summary: z.string().optional(),
    transparency: z.enum(['opaque', 'transparent']).optional(),
    recurrence: z.array(z.string()).optional(),
  })
  .transform((draft) => draft as Draft)
