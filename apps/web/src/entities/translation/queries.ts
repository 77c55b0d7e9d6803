import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { settingKey } from '../setting/setting-key.ts'

/** Whether messages can be translated, and into which language they are. */
export const translationQuery = queryOptions({
  queryKey: [...settingKey('conversation-configs'), 'translation'],
  queryFn: async () => (await api.translation.get()).data,
})
