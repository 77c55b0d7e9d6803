import { CALENDAR_DAYS_MAX } from '@frontdesk/contract/rules'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { serverInstant } from '../../lib/server-time.ts'
import { settingKey } from '../setting/setting-key.ts'

// Apart from queries.ts, which the first load contains: the rules of bookings would come with it.

/** The blocks and bookings of a resource in the weeks ahead that one request covers. */
export const resourceBlocksQuery = (resourceID: string) =>
  queryOptions({
    queryKey: [...settingKey('booking-resources'), resourceID, 'blocks'],
    queryFn: async ({ signal }) => {
      const now = Temporal.Instant.from(serverInstant())
      const { data } = await api.bookings.getCalendar(
        {
          startDateTimeUTC: now.toString(),
          endDateTimeUTC: now.add({ hours: 24 * CALENDAR_DAYS_MAX }).toString(),
          resourceIDs: [resourceID],
        },
        { signal },
      )
      return data
    },
  })
