import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { settingKey } from '../setting/setting-key.ts'

export const businessHoursQuery = queryOptions({
  queryKey: settingKey('business-hours'),
  queryFn: async () => (await api.businessHours.getList()).businessHours,
})
