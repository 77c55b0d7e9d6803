import type { DocumentCriteria } from '@frontdesk/contract/api'
import type { DocumentOrder } from '@frontdesk/contract/rules'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { FIRST_CURSOR } from '../../lib/first-page.ts'
import { settingKey } from '../setting/setting-key.ts'
import { PAYMENTS_KEY } from './keys.ts'

export { PAYMENTS_KEY }

/** The kinds of documents that the viewer manages. */
export interface Managed {
  requests: boolean
  estimates: boolean
}

interface ListQuery {
  criteria: DocumentCriteria
  orderBy: DocumentOrder
  isDescending: boolean
  pageSize: number
  managed: Managed
}

const serviceOf = ({ requests }: Managed) => (requests ? api.paymentRequests : api.paymentEstimates)

export const paymentList = ({ criteria, orderBy, isDescending, pageSize, managed }: ListQuery) =>
  infiniteQueryOptions({
    queryKey: [...PAYMENTS_KEY, 'list', criteria, orderBy, isDescending, pageSize, managed],
    queryFn: ({ pageParam, signal }) =>
      serviceOf(managed).getList(
        {
          ...criteria,
          orderBy,
          orderByDesc: isDescending ? 'true' : 'false',
          pageSize: String(pageSize),
          ...(pageParam && { cursor: pageParam }),
        },
        { signal },
      ),
    initialPageParam: FIRST_CURSOR,
    getNextPageParam: ({ paging }) => paging.nextCursor,
    placeholderData: keepPreviousData,
  })

/** Card payments, disputes and saved cards of a payment request. */
export const cardPaymentsOf = (id: string) =>
  queryOptions({
    queryKey: [...PAYMENTS_KEY, 'cards', id],
    queryFn: async ({ signal }) => (await api.cardPayments.get({ id }, { signal })).data,
  })

/** Totals of all matching documents by status and currency. */
export const paymentTotals = (criteria: DocumentCriteria, managed: Managed) =>
  queryOptions({
    queryKey: [...PAYMENTS_KEY, 'totals', criteria, managed],
    queryFn: async ({ signal }) => (await serviceOf(managed).getTotals(criteria, { signal })).data.totals,
    placeholderData: keepPreviousData,
  })

/** A payment request or an estimate: the address does not say which. */
export const paymentById = (id: string, managed: Managed) =>
  queryOptions({
    queryKey: [...PAYMENTS_KEY, 'one', id, managed],
    queryFn: async ({ signal }) => (await serviceOf(managed).get({ id }, { signal })).data,
  })

/** The newest documents of a contact. */
export const paymentsOfContact = (contactID: string, managed: Managed) =>
  queryOptions({
    queryKey: [...PAYMENTS_KEY, 'of-contact', contactID, managed],
    queryFn: async ({ signal }) =>
      (await serviceOf(managed).getList({ contactID, pageSize: '10' }, { signal })).data.payments,
  })

/** The newest documents of the people, or with the number, that are searched for. */
export const paymentsFound = (searchTerm: string, locationID: string | null, managed: Managed) =>
  queryOptions({
    queryKey: [...PAYMENTS_KEY, 'found', searchTerm, locationID, managed],
    queryFn: async ({ signal }) => {
      const criteria = { searchTerm, ...(locationID !== null && { locationIDs: [locationID] }) }
      return (await serviceOf(managed).getList({ ...criteria, pageSize: '10' }, { signal })).data.payments
    },
    placeholderData: keepPreviousData,
  })

/** Due amount and credit of a contact. */
export const contactBalance = (contactID: string) =>
  queryOptions({
    queryKey: [...PAYMENTS_KEY, 'balance', contactID],
    queryFn: async ({ signal }) => (await api.paymentRequests.getBalance({ contactID }, { signal })).data.balances,
  })

/** Keys of the cash sheet: payments change it, and payouts, which are a part of the account. */
const CASH_KEY = [...settingKey('payments'), ...PAYMENTS_KEY, 'cash']

export const cashSheetOf = (period: { startDate: string; endDate: string; locationID?: string }) =>
  queryOptions({
    queryKey: [...CASH_KEY, period],
    queryFn: async ({ signal }) => (await api.cashSheet.get(period, { signal })).data.rows,
    placeholderData: keepPreviousData,
  })

export const cashEntriesOf = (day: Parameters<typeof api.cashSheet.getEntries>[0]) =>
  queryOptions({
    queryKey: [...CASH_KEY, 'entries', day],
    queryFn: async ({ signal }) => (await api.cashSheet.getEntries(day, { signal })).data,
  })
