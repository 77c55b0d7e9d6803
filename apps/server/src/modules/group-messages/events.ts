import { toSid } from '@frontdesk/contract/rules'
import { z } from 'zod'
import { defineEvent } from '../../platform/events/define-event.ts'
import { findVisibleGroupMessages } from './rows.ts'

/** A group message started, was stopped, or is done. */
export const groupMessageChanged = defineEvent('group-message.changed', {
  data: z.object({ groupMessageID: z.uuid() }),
  catchUp: async (events, { tx, actor }) => {
    const rows = await findVisibleGroupMessages(
      tx,
      actor,
      events.map(({ data }) => data.groupMessageID),
    )
    return events.flatMap(({ id, at, data }) => {
      const row = rows.find((each) => each.id === data.groupMessageID)
      if (!row) return []
      const groupSid = row.groupId && toSid('GC', row.groupId)
      return { type: 'group-message.changed', id, at, groupMessageID: row.id, groupSid }
    })
  },
})
