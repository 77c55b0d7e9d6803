import { fromSid } from '@frontdesk/contract/rules'
import { AppError } from '../../platform/errors.ts'
import { type Api, inTransaction } from '../../platform/http/api.ts'
import { wrap } from '../../platform/http/wrap.ts'
import { type ConversationDeps, toConversation } from '../conversations/index.ts'
import { countInFolder } from '../totals/index.ts'
import { addFolder } from './add-folder.ts'
import { changeFolder } from './change-folder.ts'
import { deleteFolder } from './delete-folder.ts'
import { editFolder } from './edit-folder.ts'
import { accessFolder, listFolders } from './queries.ts'
import { reorderFolders } from './reorder-folders.ts'

export function folderRoutes(api: Api, deps: ConversationDeps) {
  const transaction = inTransaction(deps)
  return {
    getList: api.folders.getList.handler(
      transaction(async (tx, { actor, input }) => wrap({ folders: await listFolders(tx, actor, input.locationIDs) })),
    ),
    add: api.folders.add.handler(
      transaction(async (tx, { actor, input }) => wrap({ folders: await addFolder(tx, actor, input) })),
    ),
    edit: api.folders.edit.handler(
      transaction(async (tx, { actor, input }) => wrap({ folders: await editFolder(tx, actor, input) })),
    ),
    reorder: api.folders.reorder.handler(
      transaction(async (tx, { actor, input }) => wrap({ folders: await reorderFolders(tx, actor, input) })),
    ),
    count: api.folders.count.handler(
      transaction(async (tx, { actor, input }) => {
        await accessFolder(tx, actor, input)
        return wrap(await countInFolder(tx, { locationId: input.locationID, folderKey: input.folderKey }))
      }),
    ),
    delete: api.folders.delete.handler(
      transaction(async (tx, { actor, input }) => wrap({ folders: await deleteFolder(tx, actor, input) })),
    ),
    change: api.folders.change.handler(
      transaction(async (tx, { actor, input: { sid, folderKey } }) => {
        const [conversation] = await changeFolder(deps, tx, actor, { ids: [fromSid(sid)], folderKey })
        if (!conversation) throw new AppError('ConversationNotFound')
        return wrap(toConversation(conversation))
      }),
    ),
    changeBulk: api.folders.changeBulk.handler(
      transaction(async (tx, { actor, input: { sids, folderKey } }) => {
        const conversations = await changeFolder(deps, tx, actor, { ids: sids.map(fromSid), folderKey })
        return wrap({ conversations: conversations.map(toConversation) })
      }),
    ),
  }
}
