import type { NumberCheck } from '@frontdesk/contract/api'
import { NUMBER_PROBLEMS, numberProblem, readPhone } from '@frontdesk/contract/rules'
import type { Actor } from '../../platform/actor.ts'
import { shift } from '../../platform/clock.ts'
import { AppError } from '../../platform/errors.ts'
import { CarrierError, type NumberFacts } from '../messaging/index.ts'
import type { PhoneNumberDeps } from './add-phone-number.ts'
import { countLookups, findKnownNumber, lookUpNumber } from './look-up-number.ts'

/** More questions in an hour than people type; above it the form alone is judged. */
const LOOKUPS_PER_HOUR = 500
const HOUR_MS = 60 * 60_000

/** Spec section 7, check-phone-number: what the carrier says, or, while it cannot be asked, what the form tells. */
export async function checkNumber(
  deps: PhoneNumberDeps,
  actor: Actor,
  { number, countryCode = 'US' }: { number: string; countryCode?: string | undefined },
): Promise<NumberCheck> {
  const read = readPhone(number, countryCode)
  // What cannot be a number anywhere is not worth a question.
  if (!read) return toCheck(null, { isValid: false, countryCode: null, lineType: null }, true)
  const facts = (await mayAsk(deps, actor, read.phone))
    ? await lookUpNumber(deps, actor, read.phone).catch((error) => {
        if (!(error instanceof CarrierError)) throw error
        return null
      })
    : null
  const fromForm = { isValid: read.isValid, countryCode: read.country, lineType: null }
  return toCheck(read.phone, facts ?? fromForm, facts !== null)
}

/** Spec section 7, validate-phone-number: of the expected country, and no landline. */
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

const mayAsk = (deps: PhoneNumberDeps, actor: Actor, phone: string): Promise<boolean> =>
  deps.inTenant(actor, async (tx) => {
    const now = deps.now()
    if (await findKnownNumber(tx, phone, now)) return true
    return (await countLookups(tx, shift(now, -HOUR_MS))) < LOOKUPS_PER_HOUR
  })

const toCheck = (phone: string | null, facts: NumberFacts, isLookedUp: boolean): NumberCheck => ({
  valid: facts.isValid,
  country_code: facts.countryCode,
  phone_number: phone,
  line_type_intelligence: { type: facts.lineType },
  isLookedUp,
})
