import { z } from 'zod'
import { defineEvent } from '../../platform/events/define-event.ts'
import { findVisibleContacts } from '../visibility/index.ts'

export const noteAdded = defineEvent('note.added', { catchUp: 'message-created' })

export const noteEdited = defineEvent('note.edited', { catchUp: 'message-changed' })

/** A note about a contact, which is in no thread, was added or deleted. */
export const contactNoteChanged = defineEvent('contact.note-changed', {
  data: z.object({ contactID: z.uuid() }),
  catchUp: async (events, { tx, actor }) => {
    const contactIds = events.map(({ data }) => data.contactID)
    const visible = await findVisibleContacts(tx, actor, contactIds)
    return events
      .filter(({ data }) => visible.has(data.contactID))
      .map(({ id, at, data }) => ({ type: 'contact.note-changed', id, at, contactID: data.contactID }))
  },
})
