import type { View } from '@frontdesk/contract/api'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { conversationKeys } from '../conversation/queries.ts'
import { settingKey } from '../setting/setting-key.ts'

export const viewsQuery = queryOptions({
  queryKey: settingKey('views'),
  queryFn: async () => (await api.views.getList()).data.views,
})

/** Refetched with the totals, as the same changes affect both. A new view is counted at once. */
export const viewCounts = (locationID: string | null, views: readonly View[]) =>
  queryOptions({
    queryKey: [...conversationKeys.stats, 'views', locationID ?? 'all', views.map(({ id }) => id)],
    enabled: views.length > 0,
    queryFn: async ({ signal }) => (await api.views.count({ locationID }, { signal })).data.counts,
    placeholderData: keepPreviousData,
  })

/** Views of the list of bookings. */
export const bookingViewsQuery = queryOptions({
  queryKey: settingKey('booking-views'),
  queryFn: async () => (await api.bookingViews.getList()).data.views,
})
