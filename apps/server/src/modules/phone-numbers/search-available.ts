import type { AvailableNumber, NumberPrice } from '@frontdesk/contract/api'
import type { Actor } from '../../platform/actor.ts'
import { AppError } from '../../platform/errors.ts'
import { CarrierError, findCurrentAccount, type NumberSearch, rethrowCarrierError } from '../messaging/index.ts'
import type { PhoneNumberDeps } from './add-phone-number.ts'

/**
 * Parses a search: three digits are an area code, other digits part of the number, anything else a city, state or both.
 */
export function readNumberSearch(search: string): NumberSearch {
  const text = search.trim()
  const digits = text.replace(/[\s().+-]/g, '')
  if (/^[2-9]\d{2}$/.test(digits)) return { areaCode: digits }
  // Twilio requires at least two digits.
  if (/^\d+$/.test(digits)) return digits.length < 2 ? {} : { contains: digits }
  const [, locality, region] = /^(.*?)[\s,]+([A-Za-z]{2})$/.exec(text) ?? []
  if (locality && region && STATES.has(region.toUpperCase())) return { locality, region: region.toUpperCase() }
  if (STATES.has(text.toUpperCase())) return { region: text.toUpperCase() }
  return text === '' ? {} : { locality: text }
}

const STATES = new Set(
  (
    'AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR ' +
    'PA RI SC SD TN TX UT VT VA WA WV WI WY'
  ).split(' '),
)

/** Searches numbers for sale at the carrier. Omits the price if it cannot be fetched. */
export async function searchAvailable(
  deps: PhoneNumberDeps,
  actor: Actor,
  search: string,
): Promise<{ numbers: AvailableNumber[]; monthlyPrice: NumberPrice | null }> {
  const current = await deps.inTenant(actor, (tx) => findCurrentAccount(deps, tx))
  if (!current) throw new AppError('MessagingAccountRefused')
  const [numbers, monthlyPrice] = await Promise.all([
    deps.carrier.searchNumbers(current.account, readNumberSearch(search)).catch(rethrowCarrierError),
    deps.carrier.fetchNumberPrice(current.account).catch((error) => {
      if (!(error instanceof CarrierError)) throw error
      return null
    }),
  ])
  return { numbers, monthlyPrice }
}
