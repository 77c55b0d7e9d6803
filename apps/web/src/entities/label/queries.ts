import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { settingKey } from '../setting/setting-key.ts'

export const labelsQuery = queryOptions({
  queryKey: settingKey('labels'),
  queryFn: () => api.contacts.getLabels(),
})
