import type { RealtimeEvent } from '@frontdesk/contract/api'
import { toSid } from '@frontdesk/contract/rules'
import { z } from 'zod'
import { defineEvent, type LoggedEvent } from '../../platform/events/define-event.ts'

/** Messages of a thread were renumbered; clients refetch the ones they display. */
const renumbered = (events: Pick<LoggedEvent, 'id' | 'at' | 'conversationId'>[]): RealtimeEvent[] =>
  events.flatMap(({ id, at, conversationId }) =>
    conversationId === null ? [] : { type: 'thread.renumbered', id, at, sid: toSid('CH', conversationId) },
  )

/** Recorded for the surviving conversation; the merged one has a `conversation.left`. */
export const conversationMerged = defineEvent('conversation.merged', {
  data: z.object({ mergedID: z.uuid() }),
  catchUp: renumbered,
})

/** Recorded for both conversations. */
export const conversationUnmerged = defineEvent('conversation.unmerged', {
  data: z.object({
    mergedID: z.uuid().optional().describe('Recorded for the surviving conversation: the one that was restored.'),
  }),
  catchUp: renumbered,
})
