import type { BookingService } from '@frontdesk/contract/api'
import { can } from '@frontdesk/contract/rules'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconArchive, IconArchiveOff, IconScissors } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { UpcomingBookingsLink } from '../../entities/booking/UpcomingBookingsLink.tsx'
import { bookingResourcesQuery } from '../../entities/booking-resource/queries.ts'
import { bookingServiceById, bookingServicesQuery } from '../../entities/booking-service/queries.ts'
import { chosenLocation } from '../../entities/location/chosen-location.ts'
import { locationsQuery } from '../../entities/location/queries.ts'
import { sendingSettingsQuery } from '../../entities/sending/queries.ts'
import { ForbiddenScreen } from '../../entities/teammate/ForbiddenScreen.tsx'
import { useStore } from '../../lib/create-store.ts'
import { errorCode } from '../../lib/error-code.ts'
import { SCREEN_PERMISSIONS } from '../../lib/screen-permissions.ts'
import { useMe } from '../../lib/session/use-me.ts'
import { avatarColor } from '../../ui/avatar/avatar-colors.ts'
import { PageLayout } from '../../ui/layout/PageLayout.tsx'
import { EmptyState } from '../../ui/state/EmptyState.tsx'
import { QueryState } from '../../ui/state/QueryState.tsx'
import { ServiceDetails } from './ServiceDetails.tsx'
import { ServiceEditor } from './ServiceEditor.tsx'
import classes from './Services.module.css'
import { newServiceValues, serviceValues } from './service-values.ts'
import { useMayEditService, useServiceActions } from './use-service-actions.ts'

/** A service, to edit or to look at. */
export function ServiceScreen({ id }: { id: string }) {
  const { t } = useLingui()
  const service = useQuery(bookingServiceById(id))
  const resources = useQuery(bookingResourcesQuery)
  const mayEdit = useMayEditService()
  const code = errorCode(service.error)
  if (code === 'ServiceNotFound' || code === 'InvalidInput')
    return (
      <main style={{ height: '100%' }}>
        <EmptyState
          isScreen
          icon={<IconScissors size={28} stroke={1.5} />}
          title={t`We can’t find this service`}
          text={t`It may be offered at a location you can’t see.`}
          action={
            <Button size="xs" variant="default" component={Link} to="/bookings/services">
              <Trans>Back to services</Trans>
            </Button>
          }
        />
      </main>
    )
  const { data } = service
  return (
    <PageLayout
      isWide
      title={data?.name ?? t`Service`}
      actions={data && mayEdit(data) && <ArchiveButton service={data} />}
    >
      <QueryState query={service} rows={6}>
        {(loaded) => (
          <QueryState query={resources} rows={6}>
            {() => (
              <>
                {loaded.isArchived && <ArchivedNote service={loaded} />}
                {mayEdit(loaded) ? (
                  <ServiceEditor service={loaded} initial={serviceValues(loaded)} currency={loaded.currency} />
                ) : (
                  <ServiceDetails service={loaded} />
                )}
              </>
            )}
          </QueryState>
        )}
      </QueryState>
    </PageLayout>
  )
}

function ArchiveButton({ service }: { service: BookingService }) {
  const { archive, restore } = useServiceActions(service)
  return service.isArchived ? (
    <Button variant="default" leftSection={<IconArchiveOff size={16} />} onClick={() => void restore()}>
      <Trans>Restore</Trans>
    </Button>
  ) : (
    <Button variant="default" leftSection={<IconArchive size={16} />} onClick={() => void archive()}>
      <Trans>Archive…</Trans>
    </Button>
  )
}

function ArchivedNote({ service: { id, upcomingBookings } }: { service: BookingService }) {
  const upcoming = upcomingBookings ?? 0
  return (
    <p className={classes.note}>
      <Trans>This service is archived and can’t be booked.</Trans>{' '}
      {upcoming > 0 && (
        <>
          <Plural
            value={upcoming}
            one="Its # upcoming booking stays as it is."
            other="Its # upcoming bookings stay as they are."
          />{' '}
          <UpcomingBookingsLink service={id} />
        </>
      )}
    </p>
  )
}

const PERMISSION = SCREEN_PERMISSIONS['/bookings/service/new']

interface NewProps {
  onSaved: (serviceID: string) => void
}

/** A new service. */
export function NewServiceScreen({ onSaved }: NewProps) {
  const { t } = useLingui()
  const me = useMe()
  const chosen = useStore(chosenLocation)
  const services = useQuery(bookingServicesQuery)
  const locations = useQuery(locationsQuery)
  const sending = useQuery(sendingSettingsQuery)
  if (!can(me, PERMISSION)) return <ForbiddenScreen permission={PERMISSION} />
  return (
    <PageLayout isWide title={t`New service`} text={t`What people book, who provides it, and for how long.`}>
      <QueryState query={services} rows={6}>
        {(existing) => (
          <QueryState query={locations} rows={6}>
            {(places) => (
              <QueryState query={sending} rows={6}>
                {({ currency }) => (
                  <ServiceEditor
                    service={null}
                    // Another color than the last one.
                    initial={newServiceValues(
                      avatarColor(`service ${existing.length}`),
                      me.locationIds === null ? [] : [chosen ?? places[0]?.id ?? ''].filter(Boolean),
                    )}
                    currency={currency}
                    onSaved={onSaved}
                  />
                )}
              </QueryState>
            )}
          </QueryState>
        )}
      </QueryState>
    </PageLayout>
  )
}
