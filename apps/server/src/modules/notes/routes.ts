import { fromSid } from '@frontdesk/contract/rules'
import { type Api, signedIn } from '../../platform/http/api.ts'
import { wrap } from '../../platform/http/wrap.ts'
import { type ConversationDeps, toConversation } from '../conversations/index.ts'
import { toMessage } from '../threads/index.ts'
import { addNote } from './add-note.ts'
import { addContactNote, deleteContactNote, listContactNotes } from './contact-notes.ts'
import { deleteNote } from './delete-note.ts'
import { editNote } from './edit-note.ts'

export const noteRoutes = (api: Api, deps: ConversationDeps) => ({
  addToConversation: api.notes.addToConversation.handler(async ({ context, input: { conversationSid, ...note } }) => {
    const request = { ...note, conversationId: fromSid(conversationSid) }
    const { message, conversation, notTold } = await addNote(deps, signedIn(context), request)
    return wrap({ message: toMessage(message), conversation: toConversation(conversation), notTold })
  }),
  edit: api.notes.edit.handler(async ({ context, input: { sid, ...note } }) => {
    const { message, notTold } = await editNote(deps, signedIn(context), { ...note, id: fromSid(sid) })
    return wrap({ message: toMessage(message), notTold })
  }),
  removeFromConversation: api.notes.removeFromConversation.handler(async ({ context, input }) =>
    wrap(toMessage(await deleteNote(deps, signedIn(context), fromSid(input.sid)))),
  ),
  add: api.notes.add.handler(async ({ context, input }) => wrap(await addContactNote(deps, signedIn(context), input))),
  getList: api.notes.getList.handler(async ({ context, input }) =>
    wrap({ notes: await listContactNotes(deps, signedIn(context), input.contactId) }),
  ),
  remove: api.notes.remove.handler(async ({ context, input }) => {
    await deleteContactNote(deps, signedIn(context), input)
    return wrap(null)
  }),
})
