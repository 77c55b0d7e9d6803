import type { Conversation } from '@frontdesk/contract/api'
import type { Actor } from '../../platform/actor.ts'
import { AppError } from '../../platform/errors.ts'
import { type ConversationDeps, setFolder } from '../conversations/index.ts'
import { lockFolder } from './queries.ts'

/** Moves conversations into a folder of their locations: all of them, or none. */
export const changeFolder = (
  deps: ConversationDeps,
  actor: Actor,
  { sids, folderKey }: { sids: readonly string[]; folderKey: string },
): Promise<Conversation[]> =>
  deps.inTenant(actor, (tx) =>
    setFolder(deps, tx, actor, {
      sids,
      folderKey,
      // Held, so that it is not deleted in this very moment.
      nameAt: async (locationID) => {
        const folder = await lockFolder(tx, { locationID, folderKey }, 'use')
        if (!folder) throw new AppError('FolderNotFound')
        return folder.name
      },
    }),
  )
