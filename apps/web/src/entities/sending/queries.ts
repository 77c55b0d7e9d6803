import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { settingKey } from '../setting/setting-key.ts'

export const sendingSettingsQuery = queryOptions({
  queryKey: settingKey('sending'),
  queryFn: async () => (await api.sending.getSettings()).data,
})

/** Texts that the business sent this month. */
export const textUsageQuery = queryOptions({
  queryKey: ['text-usage'],
  queryFn: async ({ signal }) => (await api.sending.getUsage(undefined, { signal })).data,
})
