import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { settingKey } from '../../lib/setting-events.ts'

export const conversationConfigsQuery = queryOptions({
  queryKey: settingKey('conversation-configs'),
  queryFn: async () => (await api.conversationConfigs.get()).data,
})
