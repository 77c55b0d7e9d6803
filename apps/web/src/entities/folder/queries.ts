import type { Folder } from '@frontdesk/contract/api'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { settingKey } from '../setting/setting-key.ts'

export const foldersQuery = queryOptions({
  queryKey: settingKey('folders'),
  queryFn: async () => (await api.folders.getList({})).data.folders,
})

/** A folder under the name it has first, once for all locations that have it. */
export function foldersOf(folders: readonly Folder[] | undefined, locationId: string | null): Folder[] {
  const byKey = new Map<string, Folder>()
  for (const folder of folders ?? []) {
    if (locationId !== null && folder.locationID !== locationId) continue
    if (!byKey.has(folder.folderKey)) byKey.set(folder.folderKey, folder)
  }
  return [...byKey.values()]
}
