import type { NumberCheck } from '../api/number-checks.ts'

/** Reasons why a number cannot be texted, in order of precedence. */
export const NUMBER_PROBLEMS = {
  unknown: {
    code: 'PhoneNumberInexistent',
    message:
      "This phone number doesn't seem to be valid. Please check if it is correct or the country code and try again.",
  },
  elsewhere: {
    code: 'PhoneNumberInexistent',
    message: "Phone number isn't valid. Please enter a valid US or Canada phone number.",
  },
  invalid: { code: 'PhoneNumberInvalid', message: 'Please enter a valid US mobile number.' },
  landline: {
    code: 'PhoneNumberLandline',
    message: 'Landline phone numbers are not allowed as they do not receive OTPs.',
  },
} as const
export type NumberProblem = keyof typeof NUMBER_PROBLEMS

export function numberProblem({ country_code, valid, line_type_intelligence }: NumberCheck): NumberProblem | null {
  if (country_code === null) return 'unknown'
  if (country_code !== 'US' && country_code !== 'CA') return 'elsewhere'
  if (!valid) return 'invalid'
  return line_type_intelligence.type === 'landline' ? 'landline' : null
}
