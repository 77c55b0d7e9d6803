import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { settingKey } from '../setting/setting-key.ts'

export const conversationConfigsQuery = queryOptions({
  queryKey: settingKey('conversation-configs'),
  queryFn: async () => (await api.conversationConfigs.get()).data,
})
