import type { PageVisit } from '@frontdesk/contract/api'
import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator'

/** A visit as an iCalendar file: the same UID for every version of it. https://www.rfc-editor.org/rfc/rfc5545 */
export function visitCalendar(id: string, visit: PageVisit, url: string): string {
  const isCancelled = ['cancelled', 'declined', 'expired', 'no-show'].includes(visit.status)
  const isRequested = visit.status === 'requested'
  const calendar = ical({
    method: isCancelled ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.PUBLISH,
    prodId: { company: 'Frontdesk', product: 'Bookings', language: 'EN' },
  })
  calendar.createEvent({
    id: `${id}@frontdesk`,
    sequence: visit.version,
    start: new Date(visit.startsOnUtc),
    end: new Date(visit.endsOnUtc),
    summary: `${visit.serviceNames.join(' + ')} · ${visit.businessName}`,
    location: [visit.location.name, visit.location.address].filter((part) => part !== '').join(', '),
    description: url,
    url,
    status: isCancelled
      ? ICalEventStatus.CANCELLED
      : isRequested
        ? ICalEventStatus.TENTATIVE
        : ICalEventStatus.CONFIRMED,
  })
  return calendar.toString()
}
