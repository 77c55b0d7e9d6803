import type { NumberRegistration } from '@frontdesk/contract/api'
import { applicationStatus, isTollFree, needsRegistration } from '@frontdesk/contract/rules'
import type { Actor } from '../../platform/actor.ts'
import {
  type CarrierAccount,
  type CarrierRegistration,
  findCarrierAccount,
  rethrowCarrierError,
} from '../messaging/index.ts'
import type { PhoneNumberDeps } from './add-phone-number.ts'
import { storeBrandLimits } from './brand-limits.ts'
import { listPhoneNumbers } from './queries.ts'

const CACHE_MS = 60_000

interface Cached {
  readAt: number
  list: Promise<CarrierRegistration[] | null>
}

/** Returns how the numbers that the actor sees are registered with US carriers, as read from their accounts. */
export function createRegistrationReader(deps: PhoneNumberDeps) {
  /** By account, so that opening a screen repeatedly does not send a request each time. */
  const cache = new Map<string, Cached>()

  const read = (account: CarrierAccount): Cached['list'] => {
    const at = Date.parse(deps.now())
    for (const [key, { readAt }] of cache) if (at - readAt > CACHE_MS) cache.delete(key)
    const key = `${account.accountSid} ${account.authToken}`
    const { list } = cache.get(key) ?? { list: deps.carrier.listRegistrations(account) }
    if (!cache.has(key)) {
      cache.set(key, { readAt: at, list })
      list.catch(() => cache.delete(key))
    }
    return list
  }

  return async (actor: Actor) => {
    const numbers = await deps.inTenant(actor, async (tx) => {
      const rows = await listPhoneNumbers(tx, actor)
      const accounts = new Map<string | null, CarrierAccount | null>()
      for (const { messagingAccountId: id } of rows)
        if (!accounts.has(id)) accounts.set(id, await findCarrierAccount(deps, tx, id))
      return rows.map(({ phoneNumber, messagingAccountId }) => ({
        phoneNumber,
        account: accounts.get(messagingAccountId) ?? null,
      }))
    })
    const registrations: NumberRegistration[] = []
    const lists = new Set<CarrierRegistration[]>()
    for (const { phoneNumber, account } of numbers) {
      const isRead = account !== null && needsRegistration(phoneNumber) && !isTollFree(phoneNumber)
      const list = isRead ? await read(account).catch(rethrowCarrierError) : null
      if (list) lists.add(list)
      registrations.push({ phoneNumber, ...registrationOf(phoneNumber, list) })
    }
    for (const list of lists) await deps.inTenant(actor, (tx) => storeBrandLimits(tx, list))
    return {
      a2PApplicationStatus: applicationStatus(registrations.map(({ status }) => status)),
      registrations,
    }
  }
}

function registrationOf(
  phoneNumber: string,
  list: CarrierRegistration[] | null,
): Omit<NumberRegistration, 'phoneNumber'> {
  if (!needsRegistration(phoneNumber)) return { status: 'not-required', useCase: null, problems: [] }
  if (list === null) return { status: 'unknown', useCase: null, problems: [] }
  const { status, useCase, problems } = list.find((each) => each.phoneNumber === phoneNumber) ?? {
    status: 'not-registered' as const,
    useCase: null,
    problems: [],
  }
  return { status, useCase, problems }
}
