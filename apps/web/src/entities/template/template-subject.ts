import type { Conversation, Location } from '@frontdesk/contract/api'
import { type TemplateSubject, type TemplateValues, templateValues } from '@frontdesk/contract/rules'
import { phoneText } from '../../lib/phone-text.ts'

/** The values of a template's variables in a conversation. */
export const valuesFor = (
  conversation: Pick<Conversation, 'contact'>,
  location: Location | undefined,
  businessName: string,
): TemplateValues =>
  templateValues({
    contact: { name: conversation.contact.name, phone: phoneText(conversation.contact.phone) },
    businessName,
    location: locationValues(location),
  })

export const locationValues = (location: Location | undefined): TemplateSubject['location'] => ({
  name: location?.name ?? '',
  url: location?.url ?? null,
  googleReviewUrl: location?.googleReviewUrl ?? null,
})
