import { fromSid } from '@frontdesk/contract/rules'
import { type Api, type ApiRequest, inTransaction } from '../../platform/http/api.ts'
import { wrap } from '../../platform/http/wrap.ts'
import { type ConversationDeps, toConversation } from '../conversations/index.ts'
import { runIdempotently } from '../messages/index.ts'
import { toMessage } from '../threads/index.ts'
import { addNote } from './add-note.ts'
import { addContactNote, deleteContactNote, listContactNotes } from './contact-notes.ts'
import { deleteNote } from './delete-note.ts'
import { editNote } from './edit-note.ts'

export function noteRoutes(api: Api, deps: ConversationDeps) {
  const transaction = inTransaction(deps)
  return {
    addToConversation: api.notes.addToConversation.handler((request) =>
      runIdempotently('messages_pkey', () =>
        transaction(async (tx, { actor, input: { conversationSid, ...note } }: ApiRequest<typeof request.input>) => {
          const added = await addNote(deps, tx, actor, { ...note, conversationId: fromSid(conversationSid) })
          return wrap({
            message: toMessage(added.message),
            conversation: toConversation(added.conversation),
            unnotified: added.unnotified,
          })
        })(request),
      ),
    ),
    edit: api.notes.edit.handler(
      transaction(async (tx, { actor, input: { sid, ...note } }) => {
        const { message, unnotified } = await editNote(deps, tx, actor, { ...note, id: fromSid(sid) })
        return wrap({ message: toMessage(message), unnotified })
      }),
    ),
    removeFromConversation: api.notes.removeFromConversation.handler(
      transaction(async (tx, { actor, input }) =>
        wrap(toMessage(await deleteNote(deps, tx, actor, fromSid(input.sid)))),
      ),
    ),
    add: api.notes.add.handler(
      transaction(async (tx, { actor, input }) => wrap(await addContactNote(tx, actor, input))),
    ),
    getList: api.notes.getList.handler(
      transaction(async (tx, { actor, input }) => wrap({ notes: await listContactNotes(tx, actor, input.contactId) })),
    ),
    remove: api.notes.remove.handler(
      transaction(async (tx, { actor, input }) => {
        await deleteContactNote(deps, tx, actor, input)
        return wrap(null)
      }),
    ),
  }
}
