import { DEFAULT_FOLDER } from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { type ChangeRun, type ChangeStep, changeAll, defineChange, groupByPrevious } from '../changes/index.ts'
import { conversationFoldered } from '../conversations/events.ts'
import { findFoldersOf, lockFolders } from './queries.ts'

/** A folder of one location. Folders of several locations with the same key may have different names. */
export interface LocatedFolder {
  locationId: string
  key: string
  name: string
}

const foldered = (folderKey: string, folderName: string | null): ChangeStep => ({
  set: { folder: folderKey },
  event: conversationFoldered.of({ folderKey }),
  update: { kind: 'foldered', value: folderName },
})

/**
 * Moves each conversation to the folder of its location. Conversations whose location has none of them are left out.
 */
async function moveTo(
  run: ChangeRun,
  ids: readonly string[],
  folders: readonly LocatedFolder[],
  only = sql<boolean>`true`,
) {
  const moved = []
  for (const [folder = null, ...same] of Map.groupBy(folders, ({ key, name }) => `${key} ${name}`).values()) {
    if (!folder) continue
    const locationIds = [folder, ...same].map(({ locationId }) => locationId)
    const after = await run.step(ids, {
      ...foldered(folder.key, folder.name),
      only: sql`(c.location_id = any(${locationIds}::uuid[]) and ${only})`,
    })
    moved.push(...after)
  }
  return moved
}

interface Move {
  folderKey: string
  /** The folders of that key, locked until the transaction ends. */
  folders: LocatedFolder[]
}

export const folderChange = defineChange<'folder', Move>({
  kind: 'folder',
  check: async (tx, actor, { folderKey }) => {
    const folders = await findFoldersOf(tx, [folderKey ?? ''])
    const folder = folders.find(({ locationId }) => actor.locationIds?.includes(locationId) ?? true)
    if (!folder) throw new AppError('FolderNotFound')
    return folder.name
  },
  load: async (tx, { folderKey }) => ({ folderKey: folderKey ?? '', folders: await lockFolders(tx, folderKey ?? '') }),
  apply: (run, ids, { folders }) => moveTo(run, ids, folders),
  undo: async (run, previous, { folderKey }) => {
    const groups = groupByPrevious(previous, ({ folder }) => folder)
    const folders = await findFoldersOf(run.tx, [...groups.keys(), DEFAULT_FOLDER])
    for (const [key, ids] of groups) {
      const target = [...Map.groupBy(folders, ({ locationId }) => locationId).values()].flatMap(
        (located) =>
          located.find((folder) => folder.key === key) ?? located.find((folder) => folder.key === DEFAULT_FOLDER) ?? [],
      )
      await moveTo(run, ids, target, sql`c.folder = ${folderKey}`)
    }
  },
})

/** Moves everything in a folder to another folder of its location. Open screens refetch their lists. */
export async function emptyFolder(
  tx: TenantTx,
  { locationId, from, to, by, at }: { locationId: string; from: string; to: string; by: Actor; at: string },
): Promise<void> {
  await changeAll(tx, sql<boolean>`c.location_id = ${locationId} and c.folder = ${from}`, foldered(to, null), {
    by,
    at,
  })
}
