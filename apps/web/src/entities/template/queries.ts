import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { settingKey } from '../setting/setting-key.ts'

export const templatesQuery = queryOptions({
  queryKey: settingKey('templates'),
  queryFn: async () => (await api.templates.getList()).templates,
})
