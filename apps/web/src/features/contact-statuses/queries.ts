import { queryOptions } from '@tanstack/react-query'
import { settingKey } from '../../entities/setting/setting-key.ts'
import { api } from '../../lib/api.ts'

/** How many conversations have each status, open ones and closed ones. */
export const statusUseQuery = queryOptions({
  queryKey: [...settingKey('contact-statuses'), 'use'],
  queryFn: async () => {
    const stats = await Promise.all([false, true].map((isClosed) => api.conversations.getStats({ isClosed })))
    const use: Record<string, number> = {}
    for (const { data } of stats) {
      for (const [key, n] of Object.entries(data.totals.byStatus)) use[key] = (use[key] ?? 0) + n
    }
    return use
  },
  staleTime: 0,
})

/** Stays when the status is renamed. */
export const newKey = (): string => `s-${crypto.randomUUID().slice(0, 12)}`
