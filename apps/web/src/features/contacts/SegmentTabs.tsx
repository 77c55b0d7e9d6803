import type { ContactSegment } from '@frontdesk/contract/api'
import { type ContactSearch, clearContactFilters, fromSegmentText, toSegmentText } from '@frontdesk/contract/rules'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { segmentsQuery } from '../../entities/segment/queries.ts'
import { SavedListTabs } from '../../entities/view/SavedListTabs.tsx'
import { SaveSegmentModal } from './SaveSegmentModal.tsx'

interface Props {
  search: ContactSearch
  onSearch: (search: ContactSearch) => void
  /** Whether segments can be saved and changed; not while an owner views as a teammate. */
  canAct: boolean
}

/** The saved segments. */
export function SegmentTabs({ search, onSearch, canAct }: Props) {
  const { t } = useLingui()
  const [editing, setEditing] = useState<ContactSegment>()
  const segments = useQuery(segmentsQuery).data ?? []
  const present = toSegmentText(search)
  return (
    <>
      <SavedListTabs
        label={t`Segments`}
        allLabel={t`All contacts`}
        saved={segments}
        present={present}
        canAct={canAct}
        onShowAll={() => onSearch(clearContactFilters(search))}
        onShow={(segment) =>
          onSearch({ ...fromSegmentText(segment.search), ...(search.sort && { sort: search.sort }) })
        }
        onEdit={setEditing}
      />
      {editing && <SaveSegmentModal search={present} segment={editing} onClose={() => setEditing(undefined)} />}
    </>
  )
}
