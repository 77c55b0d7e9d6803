import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/max'

/** Like Twilio, reads a number without + as a US number. */
export function toE164(typed: string): string | null {
  const parsed = parsePhoneNumberFromString(typed, 'US')
  return parsed?.isValid() && !parsed.ext ? parsed.number : null
}

export function describeNumber(typed: string, country = 'US') {
  const parsed = parsePhoneNumberFromString(typed, isSupportedCountry(country) ? country : undefined)
  if (!parsed) return null
  return {
    phoneNumber: parsed.number,
    countryCode: parsed.country ?? null,
    callingCode: parsed.countryCallingCode,
    national: parsed.formatNational(),
    isValid: parsed.isValid(),
    isTollFree: parsed.getType() === 'TOLL_FREE',
  }
}

export const formatNational = (e164: string): string => parsePhoneNumberFromString(e164)?.formatNational() ?? e164

export const countryOf = (e164: string): string => parsePhoneNumberFromString(e164)?.country ?? ''
