import { isDeepStrictEqual } from 'node:util'
import type { contract, WaitlistEntry } from '@frontdesk/contract/api'
import { WAITLIST_MAX } from '@frontdesk/contract/rules'
import type { InferContractRouterInputs } from '@orpc/contract'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import { invalidInput } from '../../platform/paging.ts'
import { assertVisit, chooseContact, type RequestedItem } from '../bookings/index.ts'
import { mainContactId } from '../contact-rows/index.ts'
import { findLocation } from '../locations/index.ts'
import { fillGapsSpec } from './fill-gaps-spec.ts'
import { viewEntry } from './queries.ts'
import { recordWaitlistChanged } from './record-changed.ts'

type Request = Omit<
  InferContractRouterInputs<typeof contract>['bookingWaitlist']['add'],
  'items' | 'contact' | 'weekdays' | 'timeFrom' | 'timeUntil'
> & {
  items: RequestedItem[]
  contact?: { name: string; phone: string } | undefined
  weekdays: WaitlistDays
  timeFrom: string | null
  timeUntil: string | null
}
type WaitlistDays = NonNullable<WaitlistEntry['preferences']>['weekdays']

/**
 * Adds a contact to the waitlist. A repeated request returns the entry of the first one, in any state. Of two
 * concurrent ones, one violates the key: callers use `runIdempotently`.
 */
export async function addEntry(tx: TenantTx, actor: Actor, request: Request): Promise<WaitlistEntry> {
  const { clientEntryId: id, items, firstDate, lastDate, weekdays, timeFrom, timeUntil } = request
  const location = await findLocation(tx, actor, request.locationID)
  if (!location) throw new AppError('LocationNotFound')
  const repeated = await findRepeated(tx, id)
  if (repeated) {
    // Otherwise guessing phone numbers would reveal whose entry an id belongs to.
    const isSame =
      repeated.addedByUserId === actor.userId &&
      repeated.locationId === location.id &&
      isDeepStrictEqual(repeated.items, items) &&
      repeated.mainContactId === (await chooseContact(tx, actor, request, location.id))
    if (!isSame) throw new AppError('ClientBookingIdReused')
    return viewEntry(tx, actor, id)
  }
  if (lastDate < firstDate) throw invalidInput('lastDate', 'Not before the first day')
  if (timeFrom !== null && timeUntil !== null && timeUntil < timeFrom)
    throw invalidInput('timeUntil', 'Not before the earliest time')
  await assertVisit(tx, location, items)
  await assertRoom(tx)
  const contactId = await chooseContact(tx, actor, request, location.id)
  await tx
    .insertInto('bookingWaitlist')
    .values({
      ...{ tenantId: tx.tenantId, id, locationId: location.id, contactId, items: JSON.stringify(items) },
      ...{ firstDate, lastDate, weekdays: [...new Set(weekdays)], timeFrom, timeUntil, state: 'waiting' },
      ...{ addedByUserId: actor.userId, createdAt: tx.now() },
    })
    .execute()
  await recordWaitlistChanged(tx, { id, locationId: location.id }, actor.userId)
  // A time that was freed earlier may still be free.
  await enqueue(tx, fillGapsSpec({ tenantId: tx.tenantId, locationId: location.id }))
  return viewEntry(tx, actor, id)
}

const findRepeated = (tx: TenantTx, id: string) =>
  tx
    .selectFrom('bookingWaitlist as w')
    .innerJoin('contacts as r', (join) => join.on('r.tenantId', '=', tx.tenantId).onRef('r.id', '=', 'w.contactId'))
    .where('w.tenantId', '=', tx.tenantId)
    .where('w.id', '=', id)
    .select(['w.locationId', 'w.items', 'w.addedByUserId', mainContactId('r').as('mainContactId')])
    .executeTakeFirst()

async function assertRoom(tx: TenantTx): Promise<void> {
  const { count } = await tx
    .selectFrom('bookingWaitlist')
    .where('tenantId', '=', tx.tenantId)
    .where('state', 'in', ['waiting', 'offered'])
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  if (Number(count) >= WAITLIST_MAX) throw new AppError('WaitlistFull')
}
