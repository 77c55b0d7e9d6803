import type { contract, WaitlistEntry } from '@frontdesk/contract/api'
import { WAITLIST_MAX } from '@frontdesk/contract/rules'
import type { InferContractRouterInputs } from '@orpc/contract'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import { invalidInput } from '../../platform/paging.ts'
import { type AskedItem, assertVisit, chooseContact } from '../bookings/index.ts'
import { findLocation } from '../locations/index.ts'
import { fillGapsSpec } from './fill-gaps-spec.ts'
import { listWaitlist } from './queries.ts'
import { recordWaitlistChanged } from './record-changed.ts'

type Request = Omit<
  InferContractRouterInputs<typeof contract>['bookingWaitlist']['add'],
  'items' | 'contact' | 'weekdays' | 'timeFrom' | 'timeUntil'
> & {
  items: AskedItem[]
  contact?: { name: string; phone: string } | undefined
  weekdays: WaitlistDays
  timeFrom: string | null
  timeUntil: string | null
}
type WaitlistDays = NonNullable<WaitlistEntry['wishes']>['weekdays']

/** Adds a contact to the waitlist. A repeated request returns the entry that it made the first time. */
export async function addEntry(tx: TenantTx, actor: Actor, request: Request): Promise<WaitlistEntry> {
  const { clientEntryId: id, items, firstDate, lastDate, weekdays, timeFrom, timeUntil } = request
  const location = await findLocation(tx, actor, request.locationID)
  if (!location) throw new AppError('LocationNotFound')
  const repeated = await tx
    .selectFrom('bookingWaitlist')
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', id)
    .select('locationId')
    .executeTakeFirst()
  if (repeated && repeated.locationId !== location.id) throw new AppError('ClientBookingIdReused')
  if (repeated) return describeAdded(tx, actor, id, location.id)
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
  // A time that became free before, and that nobody took.
  await enqueue(tx, fillGapsSpec({ tenantId: tx.tenantId, locationId: location.id }))
  return describeAdded(tx, actor, id, location.id)
}

/** As its author may see it: not whose number they entered, if they may not see the contact. */
async function describeAdded(tx: TenantTx, actor: Actor, id: string, locationId: string): Promise<WaitlistEntry> {
  const entries = await listWaitlist(tx, actor, { locationIDs: [locationId] })
  const entry = entries.find((each) => each.id === id)
  if (!entry) throw new AppError('WaitlistEntryNotFound')
  return entry
}

async function assertRoom(tx: TenantTx): Promise<void> {
  const { count } = await tx
    .selectFrom('bookingWaitlist')
    .where('tenantId', '=', tx.tenantId)
    .where('state', 'in', ['waiting', 'offered'])
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  if (Number(count) >= WAITLIST_MAX) throw new AppError('WaitlistFull')
}
