import type { BulkAction } from '@frontdesk/contract/api'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

/** The user's recent bulk actions; kept fresh by events. */
export const bulkActionsQuery = queryOptions({
  queryKey: ['bulk-actions'],
  queryFn: async () => (await api.bulkActions.getList()).data.actions,
})

/** Keeps the newest state of an action: events and responses arrive out of order, and progress only increases. */
export function putBulkAction(actions: BulkAction[] | undefined, action: BulkAction): BulkAction[] {
  const before = actions?.find(({ id }) => id === action.id)
  if (!before) return [action, ...(actions ?? [])]
  const isOlder = before.done > action.done || (before.state !== 'running' && action.state === 'running')
  return isOlder ? (actions ?? []) : (actions ?? []).map((one) => (one.id === action.id ? action : one))
}
