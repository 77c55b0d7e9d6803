import { type BookingMailKind, pageLanguageOf } from '@frontdesk/contract/rules'
import { formatVisitTime, type VisitForContact } from '../bookings/index.ts'
import { type Mail, renderEmail } from '../mail/index.ts'
import { MAIL_TEXTS } from './texts.ts'

/** A mail about a visit in the language of its contact; in English if that is unknown. */
export function renderBookingMail(
  visit: VisitForContact,
  { kind, businessName }: { kind: BookingMailKind; businessName: string },
): Mail {
  const language = pageLanguageOf(visit.language)
  const texts = MAIL_TEXTS[language]
  const { booking_service: service, booking_teammate: teammate, booking_link } = visit.variables
  const time = formatVisitTime({ ...visit, language })
  const { title, text } = texts[kind]
  return renderEmail({
    language,
    subject: `${title}: ${service}, ${time}`,
    heading: title,
    lines: [text.replace(':business:', () => businessName)],
    details: [
      { label: texts.service, value: service },
      { label: texts.time, value: time },
      { label: texts.teammate, value: teammate },
      { label: texts.place, value: [visit.locationName, visit.locationAddress].filter(Boolean).join(', ') },
    ].filter(({ value }) => value !== ''),
    ...(kind !== 'cancelled' && kind !== 'declined' && { action: { label: texts.change, url: booking_link } }),
    linkHint: texts.linkHint,
    closing: kind === 'reminder' || kind === 'declined' ? [] : [texts.attached],
    sender: businessName,
  })
}
