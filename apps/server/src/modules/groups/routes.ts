import { fromSid } from '@frontdesk/contract/rules'
import { type Api, inTransaction } from '../../platform/http/api.ts'
import { wrap } from '../../platform/http/wrap.ts'
import type { Needs } from '../../platform/module.ts'
import { summarizeGroup } from '../group-messages/index.ts'
import { accessGroup } from './access.ts'
import { addMembers, listMembers, removeMembers } from './members.ts'
import { addGroupNote, deleteGroupNote, listGroupNotes } from './notes.ts'
import { getGroup, listGroups } from './queries.ts'
import { deleteGroup, saveGroup } from './save-group.ts'
import { previewRecipients, sendToAudience } from './send-to-group.ts'

export function groupRoutes(api: Api, deps: Needs<'inTenant'>) {
  const transaction = inTransaction(deps)
  return {
    getList: api.groups.getList.handler(
      transaction(async (tx, { actor }) => wrap({ groups: await listGroups(tx, actor) })),
    ),
    getBySid: api.groups.getBySid.handler(
      transaction(async (tx, { actor, input }) => wrap(await getGroup(tx, actor, fromSid(input.sid)))),
    ),
    save: api.groups.save.handler(
      transaction(async (tx, { actor, input: { sid, ...draft } }) =>
        wrap(await saveGroup(tx, actor, { ...draft, id: sid && fromSid(sid) })),
      ),
    ),
    delete: api.groups.delete.handler(
      transaction(async (tx, { actor, input: { sid } }) => {
        await deleteGroup(tx, actor, fromSid(sid))
        return wrap({ sid })
      }),
    ),
    getMembers: api.groups.getMembers.handler(
      transaction(async (tx, { actor, input: { sid, ...query } }) =>
        wrap(await listMembers(tx, actor, await accessGroup(tx, actor, fromSid(sid)), query)),
      ),
    ),
    addMembers: api.groups.addMembers.handler(
      transaction(async (tx, { actor, input: { sid, ...choice } }) => {
        const id = fromSid(sid)
        const added = await addMembers(tx, actor, id, choice)
        return wrap({ added, group: await getGroup(tx, actor, id) })
      }),
    ),
    removeMembers: api.groups.removeMembers.handler(
      transaction(async (tx, { actor, input: { sid, contactIDs } }) => {
        const id = fromSid(sid)
        const removed = await removeMembers(tx, actor, id, contactIDs)
        return wrap({ removed, group: await getGroup(tx, actor, id) })
      }),
    ),
    getNotes: api.groups.getNotes.handler(
      transaction(async (tx, { actor, input }) => wrap({ notes: await listGroupNotes(tx, actor, fromSid(input.sid)) })),
    ),
    addNote: api.groups.addNote.handler(
      transaction(async (tx, { actor, input }) => wrap(await addGroupNote(tx, actor, fromSid(input.sid), input.note))),
    ),
    deleteNote: api.groups.deleteNote.handler(
      transaction(async (tx, { actor, input: { sid, id } }) => {
        await deleteGroupNote(tx, actor, fromSid(sid), id)
        return wrap({ id })
      }),
    ),
    getStats: api.groups.getStats.handler(
      transaction(async (tx, { actor, input }) => {
        const { id } = await accessGroup(tx, actor, fromSid(input.sid))
        return wrap(await summarizeGroup(tx, actor, id))
      }),
    ),
    previewMessage: api.groups.previewMessage.handler(
      transaction(async (tx, { actor, input: { groupSid, ...request } }) =>
        wrap(await previewRecipients(tx, actor, { ...request, groupId: groupSid && fromSid(groupSid) })),
      ),
    ),
    sendMessage: api.groups.sendMessage.handler(
      transaction(async (tx, { actor, input: { groupSid, attachments, ...request } }) =>
        wrap(
          await sendToAudience(tx, actor, {
            ...request,
            groupId: groupSid && fromSid(groupSid),
            attachmentIds: attachments.map(fromSid),
          }),
        ),
      ),
    ),
  }
}
