import { type BookingSearch, can, toBookingCriteria } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Tabs } from '@mantine/core'
import { IconDownload, IconPlus } from '@tabler/icons-react'
import { useEffect, useEffectEvent } from 'react'
import { chosenLocation } from '../../entities/location/chosen-location.ts'
import { listTimeZone, useLocations } from '../../entities/location/queries.ts'
import { useTrialGate } from '../../entities/subscription/queries.ts'
import { api } from '../../lib/api.ts'
import { useStore } from '../../lib/create-store.ts'
import { serverInstant } from '../../lib/server-time.ts'
import { useSession } from '../../lib/session/session.ts'
import { useMe } from '../../lib/session/use-me.ts'
import { PageLayout } from '../../ui/layout/PageLayout.tsx'
import { confirm } from '../../ui/modal/confirm.ts'
import { openModal } from '../../ui/modal/modals.ts'
import classes from './Bookings.module.css'
import { BookingsTable } from './BookingsTable.tsx'
import { DeskView } from './DeskView.tsx'

interface Props {
  search: BookingSearch
  onSearch: (search: BookingSearch) => void
}

/** Visits of today at the desk, and the list of all bookings. */
export function BookingsScreen({ search, onSearch }: Props) {
  const { t } = useLingui()
  const canAct = !useSession()?.viewingAs
  const mayExport = can(useMe(), 'contacts_export') && canAct
  const gate = useTrialGate()
  const locationId = useStore(chosenLocation)
  const zone = listTimeZone(useLocations(), locationId)
  const criteria = toBookingCriteria(search, { locationId, zone, now: serverInstant() })
  const { booking, ...rest } = search
  const open = useEffectEvent((id: string) => {
    openModal('booking', { id })
    onSearch(rest)
  })
  // A link to one booking opens it once.
  useEffect(() => {
    if (booking !== undefined) open(booking)
  }, [booking])
  const exportAll = () =>
    gate('export', () =>
      confirm({
        title: t`Export these bookings?`,
        text: t`You get a CSV file with everything that matches the filters. The export is recorded in the audit log.`,
        confirmLabel: t`Export`,
        isDestructive: false,
        act: async () => location.assign((await api.bookings.export({ criteria })).url),
      }),
    )
  return (
    <PageLayout
      isWide
      title={t`Bookings`}
      actions={
        <div className={classes.actions}>
          {mayExport && search.view === 'all' && (
            <Button variant="default" leftSection={<IconDownload size={16} />} onClick={exportAll}>
              <Trans>Export</Trans>
            </Button>
          )}
          {canAct && (
            <Button leftSection={<IconPlus size={16} />} onClick={() => openModal('book', {})}>
              <Trans>Book</Trans>
            </Button>
          )}
        </div>
      }
    >
      <Tabs
        value={search.view ?? 'today'}
        onChange={(view) => onSearch(view === 'all' ? { view } : {})}
        className={classes.tabs}
      >
        <Tabs.List>
          <Tabs.Tab value="today">
            <Trans>Today</Trans>
          </Tabs.Tab>
          <Tabs.Tab value="all">
            <Trans>All bookings</Trans>
          </Tabs.Tab>
        </Tabs.List>
      </Tabs>
      {search.view === 'all' ? <BookingsTable search={search} onSearch={onSearch} criteria={criteria} /> : <DeskView />}
    </PageLayout>
  )
}
