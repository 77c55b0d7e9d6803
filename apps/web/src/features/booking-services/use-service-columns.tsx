import type { BookingService } from '@frontdesk/contract/api'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useBookingResources } from '../../entities/booking-resource/queries.ts'
import { ResourceAvatar } from '../../entities/booking-resource/ResourceAvatar.tsx'
import { useLocations } from '../../entities/location/queries.ts'
import { durationText } from '../../lib/duration-text.ts'
import { moneyText } from '../../lib/money-text.ts'
import type { Column } from '../../ui/table/column-layout.ts'
import { ColorDot } from '../../ui/text/ColorDot.tsx'
import { ServiceMenu } from './ServiceMenu.tsx'
import classes from './Services.module.css'

export function useServiceColumns(): Column<BookingService>[] {
  const { t } = useLingui()
  const locations = useLocations()
  return [
    {
      key: 'name',
      title: t`Name`,
      width: 240,
      isFixed: true,
      grows: true,
      cell: ({ id, name, color, seats, pictureURL }) => (
        <div className={classes.name}>
          <ColorDot color={color} />
          {pictureURL !== null && <img className={classes.thumbnail} src={pictureURL} alt="" loading="lazy" />}
          <div>
            <Link to="/bookings/service/$serviceID" params={{ serviceID: id }} className={classes.link}>
              {name}
            </Link>
            {seats > 1 && (
              <p className={classes.soft}>
                <Trans>Group session, up to {seats} people</Trans>
              </p>
            )}
          </div>
        </div>
      ),
    },
    {
      key: 'lengths',
      title: t`Length`,
      width: 150,
      cell: ({ durations }) => durations.map(durationText).join(', '),
    },
    {
      key: 'price',
      title: t`Price`,
      width: 100,
      cell: ({ priceAmount, currency }) => priceAmount !== null && moneyText(priceAmount, currency),
    },
    {
      key: 'locations',
      title: t`Locations`,
      width: 160,
      cell: ({ locationIDs }) =>
        locationIDs.length === 0 ? (
          <Trans>All locations</Trans>
        ) : (
          locationIDs.flatMap((id) => locations.find((location) => location.id === id)?.name ?? []).join(', ')
        ),
    },
    {
      key: 'providers',
      title: t`Provided by`,
      width: 220,
      cell: ({ resourceIDs }) => <Providers ids={resourceIDs} />,
    },
    { key: 'state', title: t`Status`, width: 160, cell: (service) => <ServiceState service={service} /> },
    {
      key: 'menu',
      title: t`Actions`,
      width: 64,
      isFixed: true,
      hasHiddenTitle: true,
      cell: (service) => <ServiceMenu service={service} />,
    },
  ]
}

const PICTURES_SHOWN = 3

/** The teammates, rooms and equipment that provide a service; archived ones no longer do. */
function Providers({ ids }: { ids: readonly string[] }) {
  const resources = useBookingResources().filter(({ id, isArchived }) => !isArchived && ids.includes(id))
  if (resources.length === 0)
    return (
      <span className={classes.missing}>
        <Trans>No one yet</Trans>
      </span>
    )
  const names = resources.map(({ name }) => name).join(', ')
  return (
    <div className={classes.people} title={names}>
      {resources.slice(0, PICTURES_SHOWN).map((resource) => (
        <ResourceAvatar key={resource.id} resource={resource} size={22} />
      ))}
      <span className={classes.clipped}>{names}</span>
    </div>
  )
}

function ServiceState({ service: { isArchived, upcomingBookings, resourceIDs } }: { service: BookingService }) {
  const resources = useBookingResources()
  if (!isArchived)
    return resources.some((resource) => !resource.isArchived && resourceIDs.includes(resource.id)) ? (
      <Trans>Bookable</Trans>
    ) : (
      <Trans>Not bookable yet</Trans>
    )
  return (
    <>
      <Trans>Archived</Trans>
      {upcomingBookings !== null && upcomingBookings > 0 && (
        <p className={classes.soft}>
          <Plural value={upcomingBookings} one="# upcoming booking" other="# upcoming bookings" />
        </p>
      )}
    </>
  )
}
