import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { settingKey } from '../setting/setting-key.ts'

export const phoneNumbersQuery = queryOptions({
  queryKey: settingKey('phone-numbers'),
  queryFn: async () => (await api.phoneNumbers.getList()).data.phoneNumbers,
})

export const messagingAccountQuery = queryOptions({
  queryKey: ['messaging-account'],
  queryFn: async () => (await api.phoneNumbers.getMessagingAccount()).data,
})
