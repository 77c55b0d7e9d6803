import type { PhoneNumber } from '@frontdesk/contract/api'
import { phoneCountry, toE164, toSid } from '@frontdesk/contract/rules'
import type { Actor } from '../../platform/actor.ts'
import { AppError } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import type { Needs } from '../../platform/module.ts'
import { recordAudit } from '../audit/index.ts'
import { findLocation, findOldestLocation } from '../locations/index.ts'
import { type CarrierNumber, currentAccount, refuseAccount } from '../messaging/index.ts'
import { tellOfSetting } from '../settings/index.ts'
import { mustIncludeOneMore } from '../subscription/index.ts'
import { countPhoneNumbers, findPhoneNumber, type PhoneNumberRow } from './queries.ts'

export type PhoneNumberDeps = Needs<
  'inTenant' | 'database' | 'secrets' | 'carrier' | 'now' | 'push' | 'sharedAccount' | 'inboundWebhookUrl'
>

/** Has an area code, a number, or both. */
interface Purchase {
  areaCode?: string | undefined
  phoneNumber?: string | undefined
  locationID?: string | undefined
  requestId?: string | undefined
}

/** Purchases under way in this process: a button pressed twice is faster than the carrier's list of what we own. */
const underWay = new Map<string, Promise<PhoneNumber>>()

/**
 * Buys a chosen number, or one in an area code, for a location. The request id is part of the number's friendly name at
 * the carrier, so a repeated request finds the number the first one bought.
 */
export function buyPhoneNumber(deps: PhoneNumberDeps, actor: Actor, purchase: Purchase): Promise<PhoneNumber> {
  const { requestId = newId() } = purchase
  const key = `${actor.tenantId} ${purchase.locationID} ${requestId}`
  const buying = underWay.get(key) ?? buy(deps, actor, { ...purchase, requestId }).finally(() => underWay.delete(key))
  underWay.set(key, buying)
  return buying
}

async function buy(
  deps: PhoneNumberDeps,
  actor: Actor,
  { areaCode, phoneNumber, locationID: chosen, requestId }: Purchase & { requestId: string },
): Promise<PhoneNumber> {
  const { id, account, locationID } = await findPurchaseTarget(deps, actor, chosen)
  // Nothing in it that may change between two tries. The carrier takes 64 characters:
  // https://www.twilio.com/docs/phone-numbers/api/incomingphonenumber-resource
  const friendlyName = `Frontdesk ${requestId}`
  const bought = await deps.carrier.findNumber(account, { friendlyName }).catch(refuseAccount)
  if (!bought) await mustHaveRoom(deps, actor)
  const number =
    bought ??
    (await deps.carrier
      .buyNumber(account, {
        areaCode: areaCode ?? null,
        phoneNumber: phoneNumber ?? null,
        friendlyName,
        webhookUrl: deps.inboundWebhookUrl(),
      })
      .catch(refuseAccount))
  if (!number) throw phoneNumber ? new AppError('PhoneNumberTaken') : new AppError('NoNumberAvailable', { areaCode })
  return keep(deps, actor, { number, locationID, messagingAccountId: id })
}

/** Takes a number the account already owns into use, and points its texts here. */
export async function connectPhoneNumber(
  deps: PhoneNumberDeps,
  actor: Actor,
  { phoneNumber, locationID }: { phoneNumber: string; locationID: string },
): Promise<PhoneNumber> {
  const wanted = toE164(phoneNumber)
  if (!wanted) throw new AppError('PhoneNumberInvalid')
  const { id, account } = await findPurchaseTarget(deps, actor, locationID)
  // On the environment's account live numbers of several tenants; only an own account proves whose number it is.
  if (id === null) throw new AppError('PhoneNumberNotFound')
  await mustHaveRoom(deps, actor, wanted)
  const number = await deps.carrier.findNumber(account, { phoneNumber: wanted }).catch(refuseAccount)
  if (!number) throw new AppError('PhoneNumberNotFound')
  await deps.carrier.pointNumber(account, number.providerSid, deps.inboundWebhookUrl()).catch(refuseAccount)
  return keep(deps, actor, { number, locationID, messagingAccountId: id })
}

/** Refuses one number more than the subscription includes; one that is ours already is no more. */
const mustHaveRoom = (deps: PhoneNumberDeps, actor: Actor, wanted?: string) =>
  deps.inTenant(actor, async (tx) => {
    if (wanted && (await findPhoneNumber(tx, wanted))) return
    await mustIncludeOneMore(tx, 'phoneNumbers', await countPhoneNumbers(tx), deps.now())
  })

const findPurchaseTarget = (deps: PhoneNumberDeps, actor: Actor, locationID: string | undefined) =>
  deps.inTenant(actor, async (tx) => {
    const location = await (locationID ? findLocation(tx, actor, locationID) : findOldestLocation(tx, actor))
    if (!location) throw new AppError('LocationNotFound')
    const place = await currentAccount(deps, tx)
    if (!place) throw new AppError('MessagingAccountRefused')
    return { ...place, locationID: location.id }
  })

function keep(
  deps: PhoneNumberDeps,
  actor: Actor,
  {
    number,
    locationID,
    messagingAccountId,
  }: { number: CarrierNumber; locationID: string; messagingAccountId: string | null },
): Promise<PhoneNumber> {
  const { phoneNumber, providerSid } = number
  return deps.inTenant(actor, async (tx) => {
    const kept = await findPhoneNumber(tx, phoneNumber)
    if (kept) return toPhoneNumber(kept)
    const id = newId()
    // The directory row is the lock: a number belongs to one tenant, whoever comes first.
    const entry = await tx
      .insertInto('directory.phoneNumbers')
      .values({ phoneNumber, tenantId: tx.tenantId, phoneNumberId: id })
      .onConflict((conflict) => conflict.doNothing())
      .returning('phoneNumberId')
      .executeTakeFirst()
    if (!entry) throw new AppError('PhoneNumberNotFound')
    const row = await tx
      .insertInto('phoneNumbers')
      .values({
        tenantId: tx.tenantId,
        id,
        locationId: locationID,
        phoneNumber,
        friendlyName: phoneNumber,
        messagingAccountId,
        providerSid,
        webhookUrl: deps.inboundWebhookUrl(),
        createdAt: deps.now(),
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    await recordAudit(tx, {
      action: 'number.added',
      actor,
      subject: phoneNumber,
      locationIDs: [locationID],
      at: row.createdAt,
    })
    await tellOfSetting(deps, tx, { subject: 'phone-numbers', actorUserId: actor.userId, at: row.createdAt })
    return toPhoneNumber(row)
  })
}

export const toPhoneNumber = (row: PhoneNumberRow): PhoneNumber => ({
  sid: toSid('PN', row.id),
  phoneNumber: row.phoneNumber,
  friendlyName: row.friendlyName,
  countryCode: phoneCountry(row.phoneNumber) ?? 'US',
  locationID: row.locationId,
  createdOnUtc: row.createdAt,
})
