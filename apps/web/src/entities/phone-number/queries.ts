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

/** Read from the carrier, which the server asks at most once a minute. */
export const registrationsQuery = queryOptions({
  queryKey: [...settingKey('phone-numbers'), 'registrations'],
  queryFn: async () => (await api.phoneNumbers.getRegistrations()).data,
  staleTime: 60_000,
  retry: false,
})
