import type { Folder } from '@frontdesk/contract'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { settingKey } from './realtime.ts'

// More than one feature shows these: their own page in the settings, and the inbox.

export const templatesQuery = queryOptions({
  queryKey: settingKey('templates'),
  queryFn: async () => (await api.templates.getList()).templates,
})

export const sendingSettingsQuery = queryOptions({
  queryKey: settingKey('sending'),
  queryFn: async () => (await api.sending.getSettings()).data,
})

export const contactStatusesQuery = queryOptions({
  queryKey: settingKey('contact-statuses'),
  queryFn: () => api.contactStatuses.get(),
})

export const labelsQuery = queryOptions({
  queryKey: settingKey('labels'),
  queryFn: () => api.contacts.getLabels(),
})

export const foldersQuery = queryOptions({
  queryKey: settingKey('folders'),
  queryFn: async () => (await api.folders.getList({})).data.folders,
})

export const viewsQuery = queryOptions({
  queryKey: settingKey('views'),
  queryFn: async () => (await api.views.getList()).data.views,
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

export const businessHoursQuery = queryOptions({
  queryKey: settingKey('business-hours'),
  queryFn: async () => (await api.businessHours.getList()).businessHours,
})

/** Whether messages can be translated, and into which language they are. */
export const translationQuery = queryOptions({
  queryKey: [...settingKey('conversation-configs'), 'translation'],
  queryFn: async () => (await api.translation.get()).data,
})
