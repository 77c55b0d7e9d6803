import type { Labels } from '@frontdesk/contract/api'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { bulkActionsQuery } from '../../entities/bulk-action/queries.ts'
import { CONTACTS_KEY } from '../../entities/contact/queries.ts'
import { labelsQuery } from '../../entities/label/queries.ts'
import { api } from '../../lib/api.ts'
import { errorCode } from '../../lib/error-code.ts'

/** How many contacts have each label. */
export const labelUseQuery = queryOptions({
  queryKey: [...CONTACTS_KEY, 'labels'],
  queryFn: async () => (await api.contacts.countLabels()).contacts,
  staleTime: 0,
})

type LabelChange = Parameters<typeof api.contacts.saveLabels>[0]['labels']

/** Saves the list as it was read; the slower of two concurrent saves gets the current state. */
export function useSaveLabels() {
  const cache = useQueryClient()
  return async ({ version }: Labels, labels: LabelChange): Promise<void> => {
    try {
      cache.setQueryData(labelsQuery.queryKey, await api.contacts.saveLabels({ labels, version }))
      void cache.invalidateQueries({ queryKey: labelUseQuery.queryKey })
      void cache.invalidateQueries({ queryKey: bulkActionsQuery.queryKey })
    } catch (error) {
      if (errorCode(error) === 'ChangedMeanwhile') void cache.invalidateQueries({ queryKey: labelsQuery.queryKey })
      throw error
    }
  }
}
