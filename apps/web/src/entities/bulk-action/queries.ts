import type { BulkAction } from '@frontdesk/contract/api'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

/** The user's recent bulk actions; kept fresh by events. */
export const bulkActionsQuery = queryOptions({
  queryKey: ['bulk-actions'],
  queryFn: async ({ client }): Promise<BulkAction[]> => {
    const { actions } = (await api.bulkActions.getList()).data
    // Events that arrived meanwhile may be newer than the response.
    return (client.getQueryData(bulkActionsQuery.queryKey) ?? []).reduceRight(putBulkAction, actions)
  },
})

/** An action never goes back to an earlier stage. */
const STAGES = { running: 0, done: 1, stopped: 1, undone: 2 }
const isOlder = (action: BulkAction, than: BulkAction) =>
  STAGES[action.state] < STAGES[than.state] || action.done < than.done

/** Keeps the newest state of an action, because events and responses arrive out of order. */
export function putBulkAction(actions: BulkAction[] | undefined, action: BulkAction): BulkAction[] {
  const before = actions?.find(({ id }) => id === action.id)
  if (!before) return [action, ...(actions ?? [])]
  return isOlder(action, before) ? (actions ?? []) : (actions ?? []).map((one) => (one.id === action.id ? action : one))
}
