import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { settingKey } from '../setting/setting-key.ts'

export const marketingSettingsQuery = queryOptions({
  queryKey: settingKey('marketing'),
  queryFn: async () => (await api.marketingSettings.get()).data,
})
