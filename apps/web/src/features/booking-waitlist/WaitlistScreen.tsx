import { can } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { Anchor, Button } from '@mantine/core'
import { IconHourglass, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { bookingConfigsQuery } from '../../entities/booking-configs/queries.ts'
import { waitlistQuery } from '../../entities/booking-waitlist/queries.ts'
import { chosenLocation } from '../../entities/location/chosen-location.ts'
import { useStore } from '../../lib/create-store.ts'
import { SCREEN_PERMISSIONS } from '../../lib/screen-permissions.ts'
import { useSession } from '../../lib/session/session.ts'
import { useMe } from '../../lib/session/use-me.ts'
import { PageLayout } from '../../ui/layout/PageLayout.tsx'
import { openModal } from '../../ui/modal/modals.ts'
import { EmptyState } from '../../ui/state/EmptyState.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { useWaitlistColumns } from './use-waitlist-columns.tsx'

/** The waitlist, first in line first. */
export function WaitlistScreen() {
  const { t } = useLingui()
  const canAct = !useSession()?.viewingAs
  const maySave = can(useMe(), SCREEN_PERMISSIONS['/bookings/settings'])
  const locationId = useStore(chosenLocation)
  const configs = useQuery(bookingConfigsQuery).data
  const waitlist = useQuery(waitlistQuery(locationId ? { locationIDs: [locationId] } : {}))
  const columns = useWaitlistColumns()
  return (
    <PageLayout
      isWide
      title={t`Waitlist`}
      text={
        configs?.waitlist.isEnabled === false ? (
          <Trans>
            Waitlist texts are off, so no one is texted when a visit is canceled or moved.{' '}
            {maySave && (
              <Anchor component={Link} to="/bookings/settings" inherit underline="always">
                Turn them on
              </Anchor>
            )}
          </Trans>
        ) : (
          t`When a visit is canceled or moved, its time is offered by text, one person at a time.`
        )
      }
      actions={
        canAct && (
          <Button leftSection={<IconPlus size={16} />} onClick={() => openModal('add-to-waitlist', {})}>
            <Trans>Add to the waitlist</Trans>
          </Button>
        )
      }
    >
      <DataTable
        name="booking-waitlist"
        label={t`Waitlist`}
        columns={columns}
        query={waitlist}
        rows={(entries) => entries}
        rowKey={({ id }) => id}
        placeholderRows={4}
        empty={
          <EmptyState
            icon={<IconHourglass size={28} stroke={1.5} />}
            title={t`No one is waiting`}
            text={t`Add people for whom there is no free time. The first in line is asked first.`}
          />
        }
      />
    </PageLayout>
  )
}
