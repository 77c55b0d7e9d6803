import type { BookingMailKind } from '@frontdesk/contract/rules'
import ical, { ICalAttendeeRole, ICalAttendeeStatus, ICalCalendarMethod, ICalEventStatus } from 'ical-generator'
import type { VisitForContact } from '../bookings/index.ts'
import type { MailCalendar } from '../mail/index.ts'
import { timeZoneComponent } from './time-zone-component.ts'

interface Invitation {
  kind: Exclude<BookingMailKind, 'reminder' | 'declined'>
  businessName: string
  /** The address that the mail comes from: calendar apps compare it with the sender. */
  organizer: string
  at: string
}

/**
 * A visit as a file that adds it to the calendar of its contact, moves it there or removes it: one UID for all versions
 * of a booking, with a number that rises. https://www.rfc-editor.org/rfc/rfc5546
 */
export function renderInvitation(
  visit: VisitForContact & { email: string },
  { kind, businessName, organizer, at }: Invitation,
): MailCalendar {
  const isCancelled = kind === 'cancelled'
  const { timeZone, variables } = visit
  const inZone = (instant: string) => Temporal.Instant.from(instant).toZonedDateTimeISO(timeZone)
  const calendar = ical({
    method: isCancelled ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.REQUEST,
    prodId: { company: 'Frontdesk', product: 'Bookings', language: 'EN' },
    // Only the event uses the zone; DTSTAMP is in UTC.
    timezone: { name: null, generator: () => timeZoneComponent(inZone(visit.startsAt)) },
  })
  calendar.createEvent({
    id: `${visit.id}@frontdesk`,
    sequence: visit.version,
    stamp: at,
    timezone: timeZone,
    start: inZone(visit.startsAt),
    end: inZone(visit.endsAt),
    summary: `${visit.serviceNames.join(' + ')} · ${businessName}`,
    location: [visit.locationName, visit.locationAddress ?? ''].filter((part) => part !== '').join(', '),
    description: variables.booking_link,
    url: variables.booking_link,
    status: isCancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    organizer: { name: businessName, email: organizer },
    attendees: [
      {
        name: visit.contactName || visit.email,
        email: visit.email,
        role: ICalAttendeeRole.REQ,
        // The contact already agreed to the time, so calendar apps must not ask for an RSVP.
        status: ICalAttendeeStatus.ACCEPTED,
        rsvp: false,
      },
    ],
  })
  return { method: isCancelled ? 'CANCEL' : 'REQUEST', content: calendar.toString() }
}
