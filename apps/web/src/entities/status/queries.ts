import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { settingKey } from '../setting/setting-key.ts'

export const contactStatusesQuery = queryOptions({
  queryKey: settingKey('contact-statuses'),
  queryFn: () => api.contactStatuses.get(),
})
