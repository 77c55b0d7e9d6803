import type { View } from '@frontdesk/contract/api'
import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { viewsQuery } from '../../entities/view/queries.ts'
import { SavedListModal } from '../../entities/view/SavedListModal.tsx'
import { api } from '../../lib/api.ts'

interface Props {
  /** The list's query string, without the question mark. */
  search: string
  /** The view to change; absent for a new one. */
  view?: View
  onClose: () => void
}

export function SaveViewModal({ search, view, onClose }: Props) {
  const { t } = useLingui()
  const cache = useQueryClient()
  const refresh = () => cache.invalidateQueries({ queryKey: viewsQuery.queryKey })
  return (
    <SavedListModal
      search={search}
      saved={view}
      texts={{
        title: view ? t`Edit view` : t`Save view`,
        namePlaceholder: t`Open reviews`,
        sharedDescription: t`Teammates only see conversations they have access to. “Mine” means their own.`,
        deleteLabel: t`Delete view`,
        deletedTitle: t`View deleted`,
      }}
      save={async (draft) => {
        await api.views.save(draft)
        await refresh()
      }}
      remove={async (id) => {
        await api.views.delete({ id })
        await refresh()
      }}
      onClose={onClose}
    />
  )
}
