import type { Location } from '@frontdesk/contract/api'
import {
  BOOKING_VARIABLES,
  renderBookingVariables,
  renderTemplate,
  templateValues,
  unknownVariables,
  VISIT_PAGE_PATH,
} from '@frontdesk/contract/rules'
import { locationValues } from '../../entities/template/template-subject.ts'

/** Variables of a text that do not exist. */
export const unknownInText = (text: string): string[] =>
  unknownVariables(text).filter((name) => !BOOKING_VARIABLES.some((variable) => variable === name.toLowerCase()))

/** Carriers take a reply of these words for an opt-out. */
const ASKS_FOR_OPT_OUT = /\b(cancel|stop|end|quit|unsubscribe)\b/i

export const asksForOptOut = (text: string): boolean => ASKS_FOR_OPT_OUT.test(text)

interface Sample {
  contactName: string
  contactPhone: string
  businessName: string
  location: Location | undefined
  time: string
  service: string
  teammate: string
}

/** A text as a contact would get it. */
export function renderBookingText(text: string, sample: Sample): string {
  const { contactName, contactPhone, businessName, location, time, service, teammate } = sample
  const values = {
    booking_time: time,
    booking_service: service,
    booking_teammate: teammate,
    booking_location: location?.name ?? businessName,
    booking_link: `${globalThis.location.origin}${VISIT_PAGE_PATH}…`,
  }
  const contact = { name: contactName, phone: contactPhone }
  return renderTemplate(
    renderBookingVariables(text, values),
    templateValues({ contact, businessName, location: locationValues(location) }),
  ).text
}
