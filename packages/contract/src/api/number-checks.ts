import { z } from 'zod'
import { endpoint, failsWith, wrapped } from './endpoint.ts'

/** Result of a carrier's lookup, with the carrier's field names. */
export const NumberCheck = z.object({
  valid: z.boolean(),
  country_code: z.string().nullable().describe('Two letters; null when the number has no country.'),
  phone_number: z.string().nullable().describe('E.164; null when it is not a valid number.'),
  line_type_intelligence: z.object({
    type: z.string().nullable().describe('mobile, landline, fixedVoip, nonFixedVoip, tollFree, …; null: unknown.'),
  }),
  isLookedUp: z.boolean().describe('False when the carrier could not be reached, so only the format was checked.'),
})
export type NumberCheck = z.infer<typeof NumberCheck>

const service = { tags: ['phone-numbers'] }
const number = z
  .string()
  .trim()
  .max(40)
  .regex(/^[+\d\s().-]{3,}$/, 'Not a phone number')

export const CountryCode = z.string().regex(/^[A-Z]{2}$/, 'Two uppercase letters, such as US')

export const numberChecks = {
  check: endpoint({ permission: 'anyone signed in' })
    .route({
      method: 'POST',
      path: '/phone-numbers/Helper/check-phone-number/{number}',
      summary: 'Looks up a number with the carrier; the result is cached',
      ...service,
    })
    .input(
      z.object({
        number,
        countryCode: CountryCode.optional().describe('Country for national-format numbers; default US.'),
      }),
    )
    .output(wrapped(NumberCheck)),

  validate: endpoint({ permission: 'anyone signed in' })
    .route({
      method: 'POST',
      path: '/phone-numbers/Helper/validate-phone-number/{number}/{countryCode}',
      summary: 'Validates that a number belongs to the country and can receive texts',
      ...service,
    })
    .input(z.object({ number, countryCode: CountryCode }))
    .output(wrapped(NumberCheck))
    .errors(failsWith('PhoneNumberInvalid', 'PhoneNumberInexistent', 'PhoneNumberLandline')),
}
