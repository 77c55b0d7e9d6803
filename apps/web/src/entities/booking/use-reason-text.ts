import type { ClosedBy } from '@frontdesk/contract/api'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { longDurationText } from '../../lib/duration-text.ts'
import { clock, dayKey, monthDay } from '../../lib/time.ts'
import { useBookingResources } from '../booking-resource/queries.ts'
import { useBookingServices } from '../booking-service/queries.ts'

interface Where {
  /** The location's time zone. */
  zone: string
  locationName: string
}

/** A rule that closes a time, in a sentence. */
export function useReasonText({ zone, locationName }: Where): (reason: ClosedBy) => string {
  const { t } = useLingui()
  const resources = useBookingResources()
  const services = useBookingServices()
  return ({ rule, resourceID, serviceID, startsOnUtc, endsOnUtc, name }) => {
    const service = services.find(({ id }) => id === serviceID)
    const resource = resources.find(({ id }) => id === resourceID)
    const what = service?.name ?? t`The service`
    const who = resource?.name ?? t`Someone or something it needs`
    const period = startsOnUtc !== null && endsOnUtc !== null ? periodText(startsOnUtc, endsOnUtc, zone) : null
    switch (rule) {
      case 'past':
        return t`This time has passed.`
      case 'notice':
        return service
          ? t`${what} has to be booked at least ${longDurationText(service.noticeMinutes)} ahead.`
          : t`${what} has to be booked earlier.`
      case 'horizon':
        return service
          ? t`${what} can be booked up to ${plural(service.horizonDays, { one: '# day', other: '# days' })} ahead.`
          : t`${what} can’t be booked that far ahead.`
      case 'hours':
        return resource?.kind === 'teammate'
          ? t`${who} doesn’t work at this time.`
          : t`${who} can’t be booked at this time.`
      case 'business-hours':
        return t`${locationName} is closed at this time.`
      case 'holiday':
        return name
          ? t`${locationName} has other hours on this day: ${name}.`
          : t`${locationName} has other hours on this day.`
      case 'time-off':
        return t`${who} is off or has other hours on this day.`
      case 'block':
        return period ? t`${who} is blocked: ${period}.` : t`${who} is blocked.`
      case 'calendar':
        return period ? t`${who} has an event in a calendar: ${period}.` : t`${who} has an event in a calendar.`
      case 'buffer':
        return period
          ? t`${what} needs time before or after it, and ${who} is taken: ${period}.`
          : t`${what} needs time before or after it.`
      case 'booking':
        return period ? t`${who} is booked: ${period}.` : t`${who} is booked.`
      case 'day-limit':
        return service?.dayMax
          ? plural(service.dayMax, {
              one: `${what} takes at most # booking on a day.`,
              other: `${what} takes at most # bookings on a day.`,
            })
          : t`${what} is full on this day.`
      case 'person-limit':
        return t`This person already has as many bookings of ${what} as one person can have.`
      case 'no-resource':
        return t`No one at ${locationName} provides ${what}.`
      case 'archived':
        return t`${what} is archived and can’t be booked.`
    }
  }
}

/** 9:00 AM to 10:30 AM; with the days if it ends on another one. */
function periodText(from: string, until: string, zone: string): string {
  const isSameDay = dayKey(from, zone) === dayKey(until, zone)
  const text = (instant: string) =>
    isSameDay ? clock(instant, zone) : `${monthDay(instant, zone)}, ${clock(instant, zone)}`
  return `${text(from)} – ${text(until)}`
}
