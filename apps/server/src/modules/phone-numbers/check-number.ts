import type { NumberCheck } from '@frontdesk/contract/api'
import { NUMBER_PROBLEMS, numberProblem, readPhone } from '@frontdesk/contract/rules'
import type { Actor } from '../../platform/actor.ts'
import { shift } from '../../platform/clock.ts'
import { AppError } from '../../platform/errors.ts'
import { CarrierError, type NumberLookup } from '../messaging/index.ts'
import type { PhoneNumberDeps } from './add-phone-number.ts'
import { countLookups, findCachedLookup, lookUpNumber } from './look-up-number.ts'

/** Above this, numbers are only checked by their format. More than people type in an hour. */
const LOOKUPS_PER_HOUR = 500
const HOUR_MS = 60 * 60_000

/** Checks a number with the carrier, or by its format while the carrier is unavailable. */
export async function checkNumber(
  deps: PhoneNumberDeps,
  actor: Actor,
  { number, countryCode = 'US' }: { number: string; countryCode?: string | undefined },
): Promise<NumberCheck> {
  const parsed = readPhone(number, countryCode)
  // Lookups cost money; skip them for input that is not a number in any country.
  if (!parsed) return toCheck(null, { isValid: false, countryCode: null, lineType: null, network: null }, true)
  const lookup = (await mayLookUp(deps, actor, parsed.phone))
    ? await lookUpNumber(deps, actor, parsed.phone).catch((error) => {
        if (!(error instanceof CarrierError)) throw error
        return null
      })
    : null
  const fromFormat = { isValid: parsed.isValid, countryCode: parsed.country, lineType: null, network: null }
  return toCheck(parsed.phone, lookup ?? fromFormat, lookup !== null)
}

/** Requires a valid number of the expected country that isn't a landline. */
export async function validateNumber(
  deps: PhoneNumberDeps,
  actor: Actor,
  { number, countryCode }: { number: string; countryCode: string },
): Promise<NumberCheck> {
  const check = await checkNumber(deps, actor, { number, countryCode })
  const problem = numberProblem(check) ?? (check.country_code === countryCode ? null : 'invalid')
  if (!problem) return check
  const { code, message } = NUMBER_PROBLEMS[problem]
  throw new AppError(code, { problem }, problem === 'invalid' ? message.replace('US', countryCode) : message)
}

const mayLookUp = (deps: PhoneNumberDeps, actor: Actor, phone: string): Promise<boolean> =>
  deps.inTenant(actor, async (tx) => {
    const now = deps.now()
    if (await findCachedLookup(tx, phone, now)) return true
    return (await countLookups(tx, shift(now, -HOUR_MS))) < LOOKUPS_PER_HOUR
  })

const toCheck = (phone: string | null, lookup: NumberLookup, isLookedUp: boolean): NumberCheck => ({
  valid: lookup.isValid,
  country_code: lookup.countryCode,
  phone_number: phone,
  line_type_intelligence: { type: lookup.lineType },
  isLookedUp,
})
