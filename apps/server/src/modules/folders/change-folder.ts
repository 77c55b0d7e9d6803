import type { Conversation } from '@frontdesk/contract/api'
import { fromSid } from '@frontdesk/contract/rules'
import type { Actor } from '../../platform/actor.ts'
import { AppError } from '../../platform/errors.ts'
import {
  accessConversations,
  type ConversationDeps,
  findConversationsByIds,
  startChange,
} from '../conversations/index.ts'
import { folderChange } from './folder-change.ts'
import { lockFolders } from './queries.ts'

/** Moves conversations into a folder of their locations: all of them, or none. */
export const changeFolder = (
  deps: ConversationDeps,
  actor: Actor,
  { sids, folderKey }: { sids: readonly string[]; folderKey: string },
): Promise<Conversation[]> =>
  deps.inTenant(actor, async (tx) => {
    const ids = [...new Set(sids.map(fromSid))]
    const conversations = await accessConversations(tx, actor, ids)
    const folders = await lockFolders(tx, folderKey)
    for (const { attributes } of conversations)
      if (!folders.some(({ locationId }) => locationId === attributes.locationID)) throw new AppError('FolderNotFound')
    await folderChange.apply(startChange(deps, tx, { by: actor }), ids, { folderKey, folders })
    return findConversationsByIds(tx, actor, ids)
  })
