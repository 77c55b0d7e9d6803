import type { Booking, BookingResource, Location } from '@frontdesk/contract/api'
import type { Column } from './place-events.ts'

interface Day {
  date: string
  location: Location
  /** Teammates, or rooms and equipment. */
  kind: 'people' | 'rooms'
}

/** Resources of the location, and all that have a visit there that day. */
export function columnsOfDay(
  resources: readonly BookingResource[],
  bookings: readonly Booking[],
  { date, location, kind }: Day,
): Column[] {
  const taken = new Set(bookings.flatMap(({ items }) => items.flatMap((item) => item.resources.map(({ id }) => id))))
  return resources
    .filter(
      (resource) =>
        (resource.kind === 'teammate') === (kind === 'people') &&
        (taken.has(resource.id) || (!resource.isArchived && resource.locationIDs.includes(location.id))),
    )
    .map(({ id, name }) => ({ key: id, label: name, date, resourceID: id }))
}
