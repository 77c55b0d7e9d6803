import type { ContactSegment } from '@frontdesk/contract/api'
import {
  type ContactSearch,
  can,
  clearContactFilters,
  countContactFilters,
  fromSegmentText,
  toSegmentText,
} from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon } from '@mantine/core'
import { IconPencil, IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { segmentsQuery } from '../../entities/segment/queries.ts'
import { useMe } from '../../lib/session/use-me.ts'
import { SaveSegmentModal } from './SaveSegmentModal.tsx'
import classes from './SegmentTabs.module.css'

interface Props {
  search: ContactSearch
  onSearch: (search: ContactSearch) => void
  /** Whether segments can be saved and changed; not while an owner views as a teammate. */
  canAct: boolean
}

/** The saved segments. Scrolls sideways where there is no room. */
export function SegmentTabs({ search, onSearch, canAct }: Props) {
  const { t } = useLingui()
  const me = useMe()
  const [editing, setEditing] = useState<ContactSegment>()
  const segments = useQuery(segmentsQuery).data ?? []
  const present = toSegmentText(search)
  const isFiltered = search.q !== undefined || countContactFilters(search) > 0
  const open = segments.find((segment) => segment.search === present)
  if (segments.length === 0) return null
  const modal = editing && <SaveSegmentModal search={present} segment={editing} onClose={() => setEditing(undefined)} />
  const show = (filters: ContactSearch) => onSearch({ ...filters, ...(search.sort && { sort: search.sort }) })
  return (
    <nav className={classes.root} aria-label={t`Segments`}>
      <button
        type="button"
        className={classes.tab}
        aria-current={!isFiltered || undefined}
        onClick={() => onSearch(clearContactFilters(search))}
      >
        <Trans>All contacts</Trans>
      </button>
      {segments.map((segment) => (
        <span key={segment.id} className={classes.item}>
          <button
            type="button"
            className={classes.tab}
            aria-current={segment === open || undefined}
            onClick={() => show(fromSegmentText(segment.search))}
          >
            {segment.isShared && <IconUsers size={14} stroke={1.75} aria-label={t`Shared`} />}
            <span dir="auto">{segment.name}</span>
          </button>
          {segment === open && canAct && (segment.isOwn || can(me, 'admin_manage_settings')) && (
            <ActionIcon size={28} aria-label={t`Edit ${segment.name}`} onClick={() => setEditing(segment)}>
              <IconPencil size={15} />
            </ActionIcon>
          )}
        </span>
      ))}
      {modal}
    </nav>
  )
}
