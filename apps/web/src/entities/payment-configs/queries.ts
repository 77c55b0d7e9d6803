import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { settingKey } from '../setting/setting-key.ts'

/** Currency, taxes, terms, saved items, and how documents look. */
export const paymentConfigsQuery = queryOptions({
  queryKey: settingKey('payments'),
  queryFn: async () => (await api.paymentConfigs.get()).data,
})

/** How documents are numbered. */
export const numberingQuery = queryOptions({
  queryKey: [...settingKey('payments'), 'numbering'],
  queryFn: async () => (await api.paymentConfigs.getNumbering()).data.series,
})
