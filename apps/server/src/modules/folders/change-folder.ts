import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { startChange } from '../changes/index.ts'
import {
  accessConversations,
  type ConversationDeps,
  type ConversationRow,
  findConversationsByIds,
} from '../conversations/index.ts'
import { folderChange } from './folder-change.ts'
import { lockFolders } from './queries.ts'

/** Moves conversations into a folder of their locations: all of them, or none. */
export async function changeFolder(
  deps: ConversationDeps,
  tx: TenantTx,
  actor: Actor,
  { ids: requestedIds, folderKey }: { ids: readonly string[]; folderKey: string },
): Promise<ConversationRow[]> {
  const ids = [...new Set(requestedIds)]
  const conversations = await accessConversations(tx, actor, ids)
  const folders = await lockFolders(tx, folderKey)
  for (const { locationId } of conversations)
    if (!folders.some((folder) => folder.locationId === locationId)) throw new AppError('FolderNotFound')
  await folderChange.apply(startChange(deps, tx, { by: actor }), ids, { folderKey, folders })
  return findConversationsByIds(tx, actor, ids)
}
