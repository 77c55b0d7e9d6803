import { queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'
import { settingKey } from './setting-events.ts'

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
