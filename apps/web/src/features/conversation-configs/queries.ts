import { queryOptions } from '@tanstack/react-query'
import { settingKey } from '../../entities/setting/setting-key.ts'
import { api } from '../../lib/api.ts'

export const conversationConfigsQuery = queryOptions({
  queryKey: settingKey('conversation-configs'),
  queryFn: async () => (await api.conversationConfigs.get()).data,
})
