import { useLingui } from '@lingui/react/macro'
import { useBookingServices } from '../../entities/booking-service/queries.ts'
import { listTimeZone, useLocations } from '../../entities/location/queries.ts'
import { useTeammates } from '../../entities/teammate/queries.ts'
import { serverInstant } from '../../lib/server-time.ts'
import { useSession } from '../../lib/session/session.ts'
import { useMe } from '../../lib/session/use-me.ts'

/** A made-up visit for previews: in three days at ten, of the first service. */
export function useSample() {
  const { t, i18n } = useLingui()
  const { userId } = useMe()
  const locations = useLocations()
  const businessName = useSession()?.tenantName ?? ''
  const service = useBookingServices().find(({ isArchived }) => !isArchived)
  const teammate = useTeammates().find(({ userID }) => userID === userId)
  const zone = listTimeZone(locations, null)
  const start = Temporal.Instant.from(serverInstant()).toZonedDateTimeISO(zone).add({ days: 3 }).withPlainTime('10:00')
  const time = i18n.date(new Date(start.epochMilliseconds), {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone: zone,
  })
  return {
    contactName: 'Maria Lopez',
    contactPhone: '(206) 555-0142',
    businessName,
    location: locations[0],
    time,
    service: service?.name ?? t`Haircut`,
    teammate: teammate?.userName ?? 'Ana',
  }
}
