import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { settingKey } from '../setting/setting-key.ts'

export const optInKeywordsQuery = queryOptions({
  queryKey: settingKey('opt-in-keywords'),
  queryFn: async () => (await api.optInKeywords.getList()).data.keywords,
})
