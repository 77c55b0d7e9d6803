/** Variables of templates, written between colons. */
export const TEMPLATE_VARIABLES = [
  'contact_first_name',
  'contact_last_name',
  'contact_name',
  'contact_phone',
  'business_name',
  'business_location',
  'google_map_url',
  'google_review',
] as const
export type TemplateVariable = (typeof TEMPLATE_VARIABLES)[number]
export type TemplateValues = Record<TemplateVariable, string>

export interface TemplateSubject {
  contact: { name: string; phone: string }
  businessName: string
  location: { name: string; url: string | null; googleReviewUrl: string | null }
}

/** Variables of texts about bookings, beside those of templates. */
export const BOOKING_VARIABLES = [
  'booking_time',
  'booking_service',
  'booking_teammate',
  'booking_location',
  'booking_link',
] as const
export type BookingVariable = (typeof BOOKING_VARIABLES)[number]

/** Variables of reminders of payments, beside those of templates. */
const PAYMENT_VARIABLES = ['amount_due', 'invoice_number'] as const
export type PaymentVariable = (typeof PAYMENT_VARIABLES)[number]

const findVariable = (written: string): TemplateVariable | undefined =>
  TEMPLATE_VARIABLES.find((name) => name === written.toLowerCase())

/** Splits a name into its first, middle and last words; a single word is the first name. */
export function nameParts(name: string): { first: string; middle: string; last: string } {
  const words = name.split(/\s+/).filter((word) => word !== '')
  return {
    first: words[0] ?? '',
    middle: words.slice(1, -1).join(' '),
    last: words.length > 1 ? (words.at(-1) ?? '') : '',
  }
}

export function templateValues({ contact, businessName, location }: TemplateSubject): TemplateValues {
  const { first, last } = nameParts(contact.name)
  return {
    contact_first_name: first,
    contact_last_name: last,
    contact_name: contact.name,
    contact_phone: contact.phone,
    business_name: businessName,
    business_location: location.name,
    google_map_url: location.url ?? '',
    google_review: location.googleReviewUrl ?? '',
  }
}

/** Words joined by underscores, so that times such as 10:30:00 and smileys are not variables. */
const VARIABLE = /:([a-z]+(?:_[a-z]+)+):/gi

export interface RenderedTemplate {
  text: string
  /** Unknown names between colons, kept as text. */
  unknown: string[]
  /** Variables without a value. */
  missing: TemplateVariable[]
}

/**
 * Replaces variables by their values. A missing value also removes the space before it, and a comma that would then end
 * the sentence: "Hi , how are you" becomes "Hi, how are you", and "Thank you, !" becomes "Thank you!".
 */
export function renderTemplate(message: string, values: TemplateValues): RenderedTemplate {
  const unknown = new Set<string>()
  const missing = new Set<TemplateVariable>()
  const text = message.replace(
    new RegExp(`(,?)( ?)${VARIABLE.source}`, 'gi'),
    (match, comma: string, space: string, written: string, at: number) => {
      const name = findVariable(written)
      if (!name) {
        unknown.add(written)
        return match
      }
      const value = values[name]
      if (value === '') {
        missing.add(name)
        const next = message.charAt(at + match.length)
        return /^[.,!?]?$/.test(next) ? '' : comma
      }
      return comma + space + value
    },
  )
  return { text, unknown: [...unknown], missing: [...missing] }
}

/** Splits a template into text and variables. Unknown names between colons count as text. */
export function splitTemplate(message: string): (string | { variable: TemplateVariable })[] {
  const parts: (string | { variable: TemplateVariable })[] = []
  let end = 0
  for (const { 0: match, 1: written = '', index } of message.matchAll(VARIABLE)) {
    const variable = findVariable(written)
    if (!variable) continue
    if (index > end) parts.push(message.slice(end, index))
    parts.push({ variable })
    end = index + match.length
  }
  if (end < message.length) parts.push(message.slice(end))
  return parts
}

export const unknownVariables = (message: string): string[] => [
  ...new Set([...message.matchAll(VARIABLE)].flatMap(([, name = '']) => (findVariable(name) ? [] : [name]))),
]

/** Includes single words and the braces of other products, which are common typing errors and never variables here. */
const PLACEHOLDER = /:([a-z]{2,}(?:_[a-z]+)*):|\{\{?[^{}\n]{1,60}\}\}?/gi

/** Text that looks like a variable and would be sent as written, such as `:name:` or `{{first_name}}`. */
export const unknownPlaceholders = (message: string): string[] => [
  ...new Set(
    [...message.matchAll(PLACEHOLDER)].flatMap(([placeholder, name = '']) => (findVariable(name) ? [] : [placeholder])),
  ),
]

/** Default templates of a new business. */
export const DEFAULT_TEMPLATES = [
  {
    title: 'Review invitation',
    message:
      'Hi :contact_first_name:, thank you for choosing :business_name:! Would you take a moment to leave us a review? :google_review:',
  },
  {
    title: 'Reminder',
    message:
      'Hi :contact_first_name:, this is a friendly reminder from :business_location:. We look forward to seeing you! Reply here if anything changes.',
  },
  {
    title: 'Say thanks',
    message: 'Thank you, :contact_first_name:! It was a pleasure to help you. - The team at :business_name:',
  },
  {
    title: 'Negative review follow up',
    message:
      "Hi :contact_first_name:, thank you for your honest review. We're sorry your visit wasn't what you expected. What can we do to make it right? - The team at :business_location:",
  },
] as const

const renderVariables = (message: string, values: Record<string, string>): string =>
  message.replace(new RegExp(VARIABLE.source, 'gi'), (match, written: string) => values[written.toLowerCase()] ?? match)

/** Replaces the variables of bookings, and leaves those of templates as they are. */
export const renderBookingVariables = (message: string, values: Record<BookingVariable, string>): string =>
  renderVariables(message, values)

/** Replaces the variables of payments, and leaves those of templates as they are. */
export const renderPaymentVariables = (message: string, values: Record<PaymentVariable, string>): string =>
  renderVariables(message, values)
