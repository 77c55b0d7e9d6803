import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { FIRST_CURSOR } from '../../lib/first-page.ts'
import { settingKey } from '../setting/setting-key.ts'

/** The account for online payments. Read again like a setting when it changes. */
export const paymentAccountQuery = queryOptions({
  queryKey: [...settingKey('payments'), 'account'],
  queryFn: async () => (await api.paymentAccounts.get()).data,
})

/** Whether contacts can pay online, and in which currency. */
export const onlinePaymentQuery = queryOptions({
  queryKey: [...settingKey('payments'), 'online'],
  queryFn: async () => (await api.paymentAccounts.isEnabled()).data,
})

/** Payouts to the bank, newest first. */
export const payoutList = infiniteQueryOptions({
  queryKey: [...settingKey('payments'), 'payouts'],
  queryFn: async ({ pageParam }) => (await api.payouts.getList(pageParam ? { cursor: pageParam } : {})).data,
  initialPageParam: FIRST_CURSOR,
  getNextPageParam: ({ nextCursor }) => nextCursor,
})
