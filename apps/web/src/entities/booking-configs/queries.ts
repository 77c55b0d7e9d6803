import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { settingKey } from '../setting/setting-key.ts'

/** Reminders, texts and the no-show grace. */
export const bookingConfigsQuery = queryOptions({
  queryKey: settingKey('bookings'),
  queryFn: async () => (await api.bookingConfigs.get()).data,
})
