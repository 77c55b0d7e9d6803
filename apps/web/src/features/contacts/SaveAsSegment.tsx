import { type ContactSearch, countContactFilters, toSegmentText } from '@frontdesk/contract/rules'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconBookmark } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { segmentsQuery } from '../../entities/segment/queries.ts'
import { useSession } from '../../lib/session/session.ts'
import classes from './ContactsScreen.module.css'
import { SaveSegmentModal } from './SaveSegmentModal.tsx'

/** Saves the present filters as a segment, unless they are one. Beside the filters, so nothing moves. */
export function SaveAsSegment({ search }: { search: ContactSearch }) {
  const segments = useQuery(segmentsQuery).data ?? []
  const isViewingAs = Boolean(useSession()?.viewingAs)
  const [isOpen, setIsOpen] = useState(false)
  const present = toSegmentText(search)
  const isFiltered = search.q !== undefined || countContactFilters(search) > 0
  const canSave = isFiltered && !isViewingAs && !segments.some((segment) => segment.search === present)
  return (
    <>
      {canSave && (
        <Button
          variant="subtle"
          className={classes.filter}
          leftSection={<IconBookmark size={15} />}
          onClick={() => setIsOpen(true)}
        >
          <Trans>Save as segment</Trans>
        </Button>
      )}
      {isOpen && <SaveSegmentModal search={present} onClose={() => setIsOpen(false)} />}
    </>
  )
}
