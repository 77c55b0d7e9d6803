import type { View } from '@frontdesk/contract/api'
import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { bookingViewsQuery } from '../../entities/view/queries.ts'
import { SavedListModal } from '../../entities/view/SavedListModal.tsx'
import { api } from '../../lib/api.ts'

interface Props {
  /** The list's query string. */
  search: string
  /** The view to update; undefined: add one. */
  view?: View | undefined
  onClose: () => void
}

export function SaveBookingViewModal({ search, view, onClose }: Props) {
  const { t } = useLingui()
  const cache = useQueryClient()
  return (
    <SavedListModal
      search={search}
      saved={view}
      texts={{
        title: view ? t`Edit view` : t`Save view`,
        namePlaceholder: t`No-shows this month`,
        nameDescription: t`A view always shows the bookings that match its filters now.`,
        sharedDescription: t`Teammates only see bookings at their locations.`,
        deleteLabel: t`Delete view`,
        deletedTitle: t`View deleted`,
      }}
      save={async (draft) => {
        await api.bookingViews.save(draft)
        await cache.invalidateQueries({ queryKey: bookingViewsQuery.queryKey })
      }}
      remove={async (id) => {
        const { data } = await api.bookingViews.delete({ id })
        cache.setQueryData(bookingViewsQuery.queryKey, data.views)
      }}
      onClose={onClose}
    />
  )
}
