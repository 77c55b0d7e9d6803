import {
  type CountryCode,
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max'

/** What may be typed (spec section 5); whether it is a number is decided by the numbering library. */
export const PHONE_TYPED = /^\+?\(?\d{3}\)?[-\s.]?\d{3}[-\s.]?\d{4,6}$/

export const E164 = /^\+[1-9]\d{6,14}$/

/** The E.164 form of a typed number, or null when no such number exists. A number without + is read as one of `country`. */
export function toE164(typed: string, country: CountryCode = 'US'): string | null {
  const parsed = parsePhoneNumberFromString(typed, country)
  return parsed?.isValid() ? parsed.number : null
}

/** The country a number belongs to, such as `US`; null for numbers of no country. */
export const phoneCountry = (e164: string): CountryCode | null => parsePhoneNumberFromString(e164)?.country ?? null

/** How people write the number: national form inside `home`, international otherwise. */
export function formatPhone(e164: string, home: CountryCode = 'US'): string {
  const parsed = parsePhoneNumberFromString(e164)
  if (!parsed) return e164
  return parsed.countryCallingCode === getCountryCallingCode(home)
    ? parsed.formatNational()
    : parsed.formatInternational()
}

/**
 * Spec section 5: a term of only digits, or one that normalisation changes, is looked for among phones, else among names.
 * Returns the digits to look for, or null for a name search.
 */
export function phoneSearchDigits(term: string): string | null {
  const trimmed = term.trim()
  if (!/\d/.test(trimmed) || /[^\d\s().+\-/]/.test(trimmed)) return null
  const digits = trimmed.replace(/\D/g, '')
  return digits.length > 0 ? digits : null
}

/** What was typed, as the number it may be meant as; null when it has not even the length of one. */
export function readPhone(
  typed: string,
  country: string,
): { phone: string; country: string | null; isValid: boolean } | null {
  const parsed = parsePhoneNumberFromString(typed, isSupportedCountry(country) ? country : 'US')
  if (!parsed?.isPossible() || !E164.test(parsed.number)) return null
  return { phone: parsed.number, country: parsed.country ?? null, isValid: parsed.isValid() }
}
