import { z } from 'zod'
import { defineEvent } from '../../platform/events/define-event.ts'
import { findVisibleContacts } from '../visibility/index.ts'

export const contactDeleted = defineEvent('contact.deleted', {
  data: z.object({ contactId: z.uuid() }),
  catchUp: { none: 'The deletion of each of its conversations is an event of its own, which screens catch up on.' },
})

/** A contact was added, or changed in a way that lists of contacts show; without an id, several were. */
export const contactUpdated = defineEvent('contact.updated', {
  data: z.object({ contactID: z.uuid().nullable() }),
  catchUp: async (events, { tx, actor }) => {
    const contactIds = events.flatMap(({ data }) => data.contactID ?? [])
    const visible = await findVisibleContacts(tx, actor, contactIds)
    return events
      .filter(({ data }) => data.contactID === null || visible.has(data.contactID))
      .map(({ id, at, data }) => ({ type: 'contact.changed', id, at, contactID: data.contactID }))
  },
})
