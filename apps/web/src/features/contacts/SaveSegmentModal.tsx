import type { ContactSegment } from '@frontdesk/contract/api'
import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { segmentsQuery } from '../../entities/segment/queries.ts'
import { SavedListModal } from '../../entities/view/SavedListModal.tsx'
import { api } from '../../lib/api.ts'

interface Props {
  /** The list's query string. */
  search: string
  /** The segment to change; absent for a new one. */
  segment?: ContactSegment | undefined
  onClose: () => void
}

export function SaveSegmentModal({ search, segment, onClose }: Props) {
  const { t } = useLingui()
  const cache = useQueryClient()
  return (
    <SavedListModal
      search={search}
      saved={segment}
      texts={{
        title: segment ? t`Edit segment` : t`Save as segment`,
        namePlaceholder: t`Gold plan`,
        nameDescription: t`A segment always shows the contacts that match its filters now.`,
        sharedDescription: t`Teammates only see contacts they have access to.`,
        deleteLabel: t`Delete segment`,
        deletedTitle: t`Segment deleted`,
      }}
      save={async (draft) => {
        await api.contactSegments.save(draft)
        await cache.invalidateQueries({ queryKey: segmentsQuery.queryKey })
      }}
      remove={async (id) => {
        const { segments } = await api.contactSegments.delete({ id })
        cache.setQueryData(segmentsQuery.queryKey, segments)
      }}
      onClose={onClose}
    />
  )
}
