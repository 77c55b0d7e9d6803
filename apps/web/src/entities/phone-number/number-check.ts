import { type NumberProblem, numberProblem, PHONE_TYPED } from '@frontdesk/contract/rules'
import { useLingui } from '@lingui/react/macro'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

/** Rejects only text that can never be a number; whether a number exists is for the carrier to say. */
export const mayBeNumber = (typed: string): boolean =>
  PHONE_TYPED.test(typed.replace(/^\+?1[-\s.]?/, '')) || /^\+[\d\s().-]{7,20}$/.test(typed)

/** The carrier's lookup of a number; the server caches it, so repeating it costs nothing. */
export const numberCheckQuery = (number: string, countryCode: string) =>
  queryOptions({
    queryKey: ['number-check', number, countryCode],
    queryFn: async ({ signal }) => (await api.numberChecks.check({ number, countryCode }, { signal })).data,
    staleTime: 10 * 60_000,
    retry: false,
  })

type Check = Parameters<typeof numberProblem>[0]

/** Why a number cannot be texted, as far as known. */
export const problemOf = (check: Check | undefined): NumberProblem | null => (check ? numberProblem(check) : null)

/** The texts for each reason. */
export function useNumberProblemText() {
  const { t } = useLingui()
  return (problem: NumberProblem): string =>
    ({
      unknown: t`This phone number doesn't seem to be valid. Please check if it is correct or the country code and try again.`,
      elsewhere: t`Phone number isn't valid. Please enter a valid US or Canada phone number.`,
      invalid: t`Please enter a valid US mobile number.`,
      landline: t`Landline phone numbers are not allowed as they do not receive OTPs.`,
    })[problem]
}
