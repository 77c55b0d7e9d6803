import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { settingKey } from '../setting/setting-key.ts'

export const segmentsQuery = queryOptions({
  queryKey: settingKey('contact-segments'),
  queryFn: async () => (await api.contactSegments.getList()).segments,
})
