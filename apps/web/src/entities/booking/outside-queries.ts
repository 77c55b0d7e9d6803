import type { Booking, BusinessHours } from '@frontdesk/contract/api'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { BOOKINGS_KEY } from './queries.ts'
import { EXPECTED } from './upcoming-search.ts'

// Apart from queries.ts, which the first load contains.

/** The upcoming bookings of a location outside of business hours, saved or not. */
export const bookingsOutsideHours = ({
  locationID,
  week,
  exceptions,
}: Pick<BusinessHours, 'locationID' | 'week' | 'exceptions'>) =>
  queryOptions({
    queryKey: [...BOOKINGS_KEY, 'outside', locationID, week, exceptions],
    queryFn: async ({ signal }) =>
      (await api.availability.outsideHours({ locationID, week, exceptions }, { signal })).data.bookingIDs,
    placeholderData: keepPreviousData,
  })

export interface Period {
  resourceID: string
  startsOnUtc: string
  endsOnUtc: string
}

/** Visits that reach into a period usually start within this time before it. */
const VISIT_HOURS = 24
const LISTED_MAX = 100

/** Whether a booking takes a resource in a period. */
export const takesDuring = ({ items }: Booking, { resourceID, startsOnUtc, endsOnUtc }: Period): boolean =>
  items.some(
    (item) =>
      item.resources.some(({ id }) => id === resourceID) &&
      Date.parse(item.startsOnUtc) < Date.parse(endsOnUtc) &&
      Date.parse(item.endsOnUtc) > Date.parse(startsOnUtc),
  )

/** The upcoming bookings of a resource in a period. */
export const bookingsDuring = (period: Period) =>
  queryOptions({
    queryKey: [...BOOKINGS_KEY, 'during', period],
    queryFn: async ({ signal }) => {
      const from = Temporal.Instant.from(period.startsOnUtc).subtract({ hours: VISIT_HOURS }).toString()
      const { data } = await api.bookings.getList(
        {
          resourceIDs: [period.resourceID],
          statuses: EXPECTED,
          ...{ startDateTimeUTC: from, endDateTimeUTC: period.endsOnUtc, pageSize: LISTED_MAX },
        },
        { signal },
      )
      return data.bookings.filter((booking) => takesDuring(booking, period))
    },
    placeholderData: keepPreviousData,
  })
