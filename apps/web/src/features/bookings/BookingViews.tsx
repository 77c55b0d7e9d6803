import type { View } from '@frontdesk/contract/api'
import {
  type BookingSearch,
  clearBookingFilters,
  fromBookingViewText,
  toBookingViewText,
} from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconBookmark } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { bookingViewsQuery } from '../../entities/view/queries.ts'
import { SavedListTabs } from '../../entities/view/SavedListTabs.tsx'
import { useSession } from '../../lib/session/session.ts'
import { SaveBookingViewModal } from './SaveBookingViewModal.tsx'

interface Props {
  search: BookingSearch
  onSearch: (search: BookingSearch) => void
}

/** The saved views of the list of bookings. */
export function BookingViews({ search, onSearch }: Props) {
  const { t } = useLingui()
  const [editing, setEditing] = useState<View>()
  const canAct = !useSession()?.viewingAs
  const views = useQuery(bookingViewsQuery).data ?? []
  const present = toBookingViewText(search)
  const rest = clearBookingFilters(search)
  return (
    <>
      <SavedListTabs
        label={t`Saved views`}
        allLabel={t`All bookings`}
        saved={views}
        present={present}
        canAct={canAct}
        onShowAll={() => onSearch(rest)}
        onShow={(view) => onSearch({ ...rest, ...fromBookingViewText(view.search) })}
        onEdit={setEditing}
      />
      {editing && <SaveBookingViewModal search={present} view={editing} onClose={() => setEditing(undefined)} />}
    </>
  )
}

/** Saves the current filters as a view, unless one has them. Beside the filters, so it shifts no layout. */
export function SaveAsView({ search }: Pick<Props, 'search'>) {
  const views = useQuery(bookingViewsQuery).data ?? []
  const isViewingAs = Boolean(useSession()?.viewingAs)
  const [isOpen, setIsOpen] = useState(false)
  const present = toBookingViewText(search)
  const canSave = present !== '' && !isViewingAs && !views.some((view) => view.search === present)
  return (
    <>
      {canSave && (
        <Button variant="subtle" leftSection={<IconBookmark size={15} />} onClick={() => setIsOpen(true)}>
          <Trans>Save view</Trans>
        </Button>
      )}
      {isOpen && <SaveBookingViewModal search={present} onClose={() => setIsOpen(false)} />}
    </>
  )
}
