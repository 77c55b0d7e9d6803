import { AppError } from '../../platform/errors.ts'
import { type Api, signedIn } from '../../platform/http/api.ts'
import { wrap } from '../../platform/http/wrap.ts'
import { type ConversationDeps, countInFolder } from '../conversations/index.ts'
import type { SettingDeps } from '../settings/index.ts'
import { addFolder } from './add-folder.ts'
import { changeFolder } from './change-folder.ts'
import { deleteFolder } from './delete-folder.ts'
import { editFolder } from './edit-folder.ts'
import { accessFolder, listFolders } from './queries.ts'
import { reorderFolders } from './reorder-folders.ts'

export const folderRoutes = (api: Api, deps: ConversationDeps & SettingDeps) => ({
  getList: api.folders.getList.handler(async ({ context, input }) => {
    const actor = signedIn(context)
    return wrap({ folders: await deps.inTenant(actor, (tx) => listFolders(tx, actor, input.locationIDs)) })
  }),
  add: api.folders.add.handler(async ({ context, input }) =>
    wrap({ folders: await addFolder(deps, signedIn(context), input) }),
  ),
  edit: api.folders.edit.handler(async ({ context, input }) =>
    wrap({ folders: await editFolder(deps, signedIn(context), input) }),
  ),
  reorder: api.folders.reorder.handler(async ({ context, input }) =>
    wrap({ folders: await reorderFolders(deps, signedIn(context), input) }),
  ),
  count: api.folders.count.handler(async ({ context, input }) => {
    const actor = signedIn(context)
    return wrap(
      await deps.inTenant(actor, async (tx) => {
        await accessFolder(tx, actor, input)
        return countInFolder(tx, input)
      }),
    )
  }),
  delete: api.folders.delete.handler(async ({ context, input }) =>
    wrap({ folders: await deleteFolder(deps, signedIn(context), input) }),
  ),
  change: api.folders.change.handler(async ({ context, input }) => {
    const [conversation] = await changeFolder(deps, signedIn(context), { ...input, sids: [input.sid] })
    if (!conversation) throw new AppError('ConversationNotFound')
    return wrap(conversation)
  }),
  changeBulk: api.folders.changeBulk.handler(async ({ context, input }) =>
    wrap({ conversations: await changeFolder(deps, signedIn(context), input) }),
  ),
})
