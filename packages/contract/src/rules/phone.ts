import {
  type CountryCode,
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max'

/** Accepted input; libphonenumber decides whether it is a number. */
export const PHONE_TYPED = /^\+?\(?\d{3}\)?[-\s.]?\d{3}[-\s.]?\d{4,6}$/

export const E164 = /^\+[1-9]\d{6,14}$/

/** Parses input to E.164; null if no such number exists. Without + it is a national number of `country`. */
export function toE164(typed: string, country: CountryCode = 'US'): string | null {
  const parsed = parsePhoneNumberFromString(typed, country)
  return parsed?.isValid() ? parsed.number : null
}

/** Country of a number, such as `US`; null for numbers without one. */
export const phoneCountry = (e164: string): CountryCode | null => parsePhoneNumberFromString(e164)?.country ?? null

/** Formats a number for display: nationally inside `home`, internationally otherwise. */
export function formatPhone(e164: string, home: CountryCode = 'US'): string {
  const parsed = parsePhoneNumberFromString(e164)
  if (!parsed) return e164
  return parsed.countryCallingCode === getCountryCallingCode(home)
    ? parsed.formatNational()
    : parsed.formatInternational()
}

/**
 * Returns the digits of a search term that looks like a number, to search numbers for; null to search names.
 */
export function phoneSearchDigits(term: string): string | null {
  const trimmed = term.trim()
  if (!/\d/.test(trimmed) || /[^\d\s().+\-/]/.test(trimmed)) return null
  const digits = trimmed.replace(/\D/g, '')
  return digits.length > 0 ? digits : null
}

/** Parses input to a possible number; null if it doesn't have the length of one. */
export function readPhone(
  typed: string,
  country: string,
): { phone: string; country: string | null; isValid: boolean } | null {
  const parsed = parsePhoneNumberFromString(typed, isSupportedCountry(country) ? country : 'US')
  if (!parsed?.isPossible() || !E164.test(parsed.number)) return null
  return { phone: parsed.number, country: parsed.country ?? null, isValid: parsed.isValid() }
}
