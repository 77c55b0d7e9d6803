import type { PhoneNumber } from '@frontdesk/contract/api'
import { phoneCountry, toE164, toSid } from '@frontdesk/contract/rules'
import type { Actor } from '../../platform/actor.ts'
import { shift } from '../../platform/clock.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import type { Needs } from '../../platform/module.ts'
import { recordAudit } from '../audit/index.ts'
import { findLocation, findOldestLocation } from '../locations/index.ts'
import { type CarrierNumber, findCurrentAccount, rethrowCarrierError } from '../messaging/index.ts'
import { recordSettingChanged } from '../settings/index.ts'
import { assertWithinPlan } from '../subscription/index.ts'
import { countPhoneNumbers, findPhoneNumber, type PhoneNumberRow } from './queries.ts'

export type PhoneNumberDeps = Needs<
  'inTenant' | 'database' | 'secrets' | 'carrier' | 'now' | 'push' | 'sharedAccount' | 'inboundWebhookUrl'
>

/** With an area code, a number, or both. */
interface Purchase {
  areaCode?: string | undefined
  phoneNumber?: string | undefined
  locationID?: string | undefined
  requestId?: string | undefined
}

/** A purchase that takes longer has failed, for example because its process was killed. */
const PURCHASE_MS = 60_000
const RETRY_AFTER_SECONDS = 5

/**
 * Runs one purchase of a business at a time, in all processes: a number counts towards the plan's limit once it is
 * stored, so concurrent purchases would exceed the limit, and a repeated request would buy a second number.
 */
async function oneAtATime<Result>(deps: PhoneNumberDeps, actor: Actor, work: () => Promise<Result>): Promise<Result> {
  const purchaseStartedAt = deps.now()
  const update = (tx: TenantTx) => tx.updateTable('tenants').where('tenantId', '=', tx.tenantId)
  const isStarted = await deps.inTenant(actor, (tx) =>
    update(tx)
      .set({ purchaseStartedAt })
      .where((where) =>
        where.or([
          where('purchaseStartedAt', 'is', null),
          where('purchaseStartedAt', '<', shift(purchaseStartedAt, -PURCHASE_MS)),
        ]),
      )
      .returning('tenantId')
      .executeTakeFirst(),
  )
  if (!isStarted) throw new AppError('TooManyAttempts', { retryAfterSeconds: RETRY_AFTER_SECONDS })
  return work().finally(() =>
    deps.inTenant(actor, (tx) =>
      update(tx).set({ purchaseStartedAt: null }).where('purchaseStartedAt', '=', purchaseStartedAt).execute(),
    ),
  )
}

/** In-flight purchases of this process: a double click is faster than the carrier's list of our numbers. */
const inFlight = new Map<string, Promise<PhoneNumber>>()

/**
 * Buys a chosen number, or one in an area code, for a location. The number's friendly name at the carrier contains the
 * request id, so a repeated request finds the number that the first one bought.
 */
export function buyPhoneNumber(deps: PhoneNumberDeps, actor: Actor, purchase: Purchase): Promise<PhoneNumber> {
  const { requestId = newId() } = purchase
  const key = `${actor.tenantId} ${purchase.locationID} ${requestId}`
  const result =
    inFlight.get(key) ??
    oneAtATime(deps, actor, () => buy(deps, actor, { ...purchase, requestId })).finally(() => inFlight.delete(key))
  inFlight.set(key, result)
  return result
}

async function buy(
  deps: PhoneNumberDeps,
  actor: Actor,
  { areaCode, phoneNumber, locationID: requestedLocationID, requestId }: Purchase & { requestId: string },
): Promise<PhoneNumber> {
  const { id, account, locationID } = await findPurchaseTarget(deps, actor, requestedLocationID)
  // Must be the same for every attempt, with at most 64 characters:
  // https://www.twilio.com/docs/phone-numbers/api/incomingphonenumber-resource
  const friendlyName = `Frontdesk ${requestId}`
  const ownedNumber = await deps.carrier.findNumber(account, { friendlyName }).catch(rethrowCarrierError)
  if (!ownedNumber) await assertNumberLimit(deps, actor)
  const number =
    ownedNumber ??
    (await deps.carrier
      .buyNumber(account, {
        areaCode: areaCode ?? null,
        phoneNumber: phoneNumber ?? null,
        friendlyName,
        webhookUrl: deps.inboundWebhookUrl(),
      })
      .catch(rethrowCarrierError))
  if (!number) throw phoneNumber ? new AppError('PhoneNumberTaken') : new AppError('NoNumberAvailable', { areaCode })
  return storePhoneNumber(deps, actor, { number, locationID, messagingAccountId: id })
}

/** Connects a number the account already owns, by setting its webhook. */
export async function connectPhoneNumber(
  deps: PhoneNumberDeps,
  actor: Actor,
  { phoneNumber, locationID }: { phoneNumber: string; locationID: string },
): Promise<PhoneNumber> {
  const e164 = toE164(phoneNumber)
  if (!e164) throw new AppError('PhoneNumberInvalid')
  const { id, account } = await findPurchaseTarget(deps, actor, locationID)
  // The environment's account has numbers of several tenants; only the tenant's own account proves ownership.
  if (id === null) throw new AppError('PhoneNumberNotFound')
  await assertNumberLimit(deps, actor, e164)
  const number = await deps.carrier.findNumber(account, { phoneNumber: e164 }).catch(rethrowCarrierError)
  if (!number) throw new AppError('PhoneNumberNotFound')
  await deps.carrier.setNumberWebhook(account, number.providerSid, deps.inboundWebhookUrl()).catch(rethrowCarrierError)
  return storePhoneNumber(deps, actor, { number, locationID, messagingAccountId: id })
}

/** Refuses a number above the limit of the subscription, unless the business already has it. */
const assertNumberLimit = (deps: PhoneNumberDeps, actor: Actor, e164?: string) =>
  deps.inTenant(actor, async (tx) => {
    if (e164 && (await findPhoneNumber(tx, e164))) return
    await assertWithinPlan(tx, 'phoneNumbers', await countPhoneNumbers(tx), deps.now())
  })

const findPurchaseTarget = (deps: PhoneNumberDeps, actor: Actor, locationID: string | undefined) =>
  deps.inTenant(actor, async (tx) => {
    const location = await (locationID ? findLocation(tx, actor, locationID) : findOldestLocation(tx, actor))
    if (!location) throw new AppError('LocationNotFound')
    const current = await findCurrentAccount(deps, tx)
    if (!current) throw new AppError('MessagingAccountRefused')
    return { ...current, locationID: location.id }
  })

function storePhoneNumber(
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
    const existing = await findPhoneNumber(tx, phoneNumber)
    if (existing) return toPhoneNumber(existing)
    const id = newId()
    // The directory row is the lock: a number belongs to the first tenant that inserts it.
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
    await recordSettingChanged(tx, { subject: 'phone-numbers', actorUserId: actor.userId, at: row.createdAt })
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
