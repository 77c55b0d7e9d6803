import type { WaitlistSkipReason } from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import { isAfter } from '../../platform/clock.ts'
import { idsOf, type TenantTx } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import { readBookingConfigs } from '../booking-configs/index.ts'
import { findStartsOffered, hasOpenOffer, lockLatestOffer, openOffer, writeOffer } from '../booking-offers/index.ts'
import {
  BOOKINGS_AUTHOR,
  type BookingDeps,
  findSlots,
  findThreadOfContact,
  lockScheduleOfContact,
  nullIfUnavailable,
} from '../bookings/index.ts'
import { checkAutomationText, sendAutomationText } from '../messages/index.ts'
import { fillGapsSpec } from './fill-gaps-spec.ts'
import { matchesPreferences } from './matches-preferences.ts'
import { recordWaitlistChanged } from './record-changed.ts'
import type { EntryRow, GapRow } from './rows.ts'

/** A free time to offer. */
export interface Gap {
  gap: GapRow
  location: { id: string; timeZone: string }
}

const IN_LINE_MAX = 100

/**
 * Offers a free time to the first person in line whom it suits, and holds it for them. Does nothing while someone is
 * deciding about it. No one is offered it twice. If that person cannot be texted, returns the entries to skip next time:
 * each person needs a transaction of their own, because the schedule of a contact is locked before any conversation.
 * Otherwise null.
 */
export async function offerGap(
  deps: BookingDeps,
  tx: TenantTx,
  at: Gap,
  skippedIds: readonly string[],
): Promise<string[] | null> {
  const { waitlist } = await readBookingConfigs(tx)
  if (!waitlist.isEnabled || (await isBeingDecided(tx, at.gap))) return null
  const inLine = await findInLine(tx, at.gap)
    .where(sql<boolean>`w.id <> all(${idsOf(skippedIds)})`)
    .execute()
  const passedIds: string[] = []
  for (const entry of inLine) {
    passedIds.push(entry.id)
    const startsAt = await findStart(tx, at, entry)
    if (startsAt === undefined) continue
    const outcome = await offerTo(deps, tx, { ...at, minutes: waitlist.holdMinutes }, entry, startsAt)
    return outcome === 'next' ? passedIds : null
  }
  return null
}

/** Whether someone is deciding about a free time. */
const isBeingDecided = async (tx: TenantTx, gap: GapRow): Promise<boolean> =>
  hasOpenOffer(tx, await findOfferIds(tx, gap))

/** Waiting entries, first in line first, without contacts who were already offered this time for the same services. */
const findInLine = (tx: TenantTx, gap: GapRow) =>
  tx
    .selectFrom('bookingWaitlist as w')
    .where('w.tenantId', '=', tx.tenantId)
    .where('w.locationId', '=', gap.locationId)
    .where('w.state', '=', 'waiting')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('bookingGapOffers as g')
            .innerJoin('bookingWaitlist as o', (join) =>
              join.on('o.tenantId', '=', tx.tenantId).onRef('o.id', '=', 'g.entryId'),
            )
            .where('g.tenantId', '=', tx.tenantId)
            .where('g.gapId', '=', gap.id)
            .whereRef('o.contactId', '=', 'w.contactId')
            .whereRef('o.items', '=', 'w.items')
            .select(sql<number>`1`.as('one')),
        ),
      ),
    )
    .orderBy('w.createdAt')
    .orderBy('w.id')
    .limit(IN_LINE_MAX)
    .selectAll()

/** Locks a free time; false if it is not to be offered any more, or someone is deciding about it. */
async function lockGap(tx: TenantTx, gap: GapRow): Promise<boolean> {
  const locked = await tx
    .selectFrom('bookingGaps')
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', gap.id)
    .where('isFilled', '=', false)
    .select('id')
    .forNoKeyUpdate()
    .executeTakeFirst()
  return locked !== undefined && !(await isBeingDecided(tx, gap))
}

async function findOfferIds(tx: TenantTx, gap: GapRow): Promise<string[]> {
  const rows = await tx
    .selectFrom('bookingGapOffers')
    .where('tenantId', '=', tx.tenantId)
    .where('gapId', '=', gap.id)
    .where('offerId', 'is not', null)
    .select('offerId')
    .execute()
  return rows.flatMap(({ offerId }) => offerId ?? [])
}

/** The first start within the free time that suits someone and that they were not offered before. */
async function findStart(tx: TenantTx, { gap, location }: Gap, entry: EntryRow): Promise<string | undefined> {
  const starts = { from: Date.parse(gap.startsAt), until: Date.parse(gap.endsAt) }
  const { items, contactId } = entry
  const visit = { viewer: null, location, items, contactId, starts, isOnline: true }
  const free = (await nullIfUnavailable(findSlots(tx, visit))) ?? []
  const offered = new Set((await findStartsOffered(tx, entry.id)).map((start) => Date.parse(start)))
  return free
    .map(({ startsOnUtc }) => startsOnUtc)
    .find((start) => matchesPreferences(entry, start, location.timeZone) && !offered.has(Date.parse(start)))
}

/**
 * Offers a time to one person. `next`: try the next in line. `done`: they are deciding about it, are offered it in the
 * morning because of quiet hours, or it is not free any more.
 */
async function offerTo(
  deps: BookingDeps,
  tx: TenantTx,
  { gap, location, minutes }: Gap & { minutes: number },
  entry: EntryRow,
  startsAt: string,
): Promise<'next' | 'done'> {
  await lockScheduleOfContact(tx, entry.contactId)
  if (!(await lockGap(tx, gap))) return 'done'
  // Check again under the locks: another job may have offered it to them.
  if (!(await findInLine(tx, gap).where('w.id', '=', entry.id).executeTakeFirst())) return 'next'
  const conversation = await findThreadOfContact(tx, entry.contactId, location.id)
  if (!conversation) return passOver(tx, gap, entry, 'no-number')
  // A thread has one offer; they are asked once that has ended.
  if ((await lockLatestOffer(tx, conversation.id))?.state === 'open') return 'next'
  const decision = await checkAutomationText(deps, tx, conversation)
  if (decision.verdict === 'refuse') return passOver(tx, gap, entry, decision.reasons[0] ?? 'no-number')
  if (decision.verdict === 'hold') {
    const [reason] = decision.reasons
    if (reason !== 'quiet-hours' || isAfter(decision.until, startsAt)) return passOver(tx, gap, entry, reason)
    await enqueue(tx, fillGapsSpec({ tenantId: tx.tenantId, locationId: location.id }, decision.until))
    return 'done'
  }
  if (!(await changeState(tx, entry, 'waiting', 'offered'))) return 'next'
  const start = Date.parse(startsAt)
  const offer = await openOffer(tx, conversation, {
    ...{ id: newId(), kind: 'waitlist', locationId: location.id, items: entry.items, waitlistEntryId: entry.id },
    ...{ minutes, byUserId: null, requested: { from: start, until: start + 1, near: start } },
  })
  if (!offer) {
    await changeState(tx, entry, 'offered', 'waiting')
    return 'next'
  }
  await recordOffered(tx, gap, entry, offer.id)
  const body = await writeOffer(tx, offer, { conversation, reason: 'offer' })
  await sendAutomationText(deps, tx, {
    ...{ conversation, id: offer.id, body, authorName: BOOKINGS_AUTHOR, cause: 'booking', held: null },
  })
  await recordWaitlistChanged(tx, entry)
  return 'done'
}

async function changeState(
  tx: TenantTx,
  { id }: EntryRow,
  from: 'waiting' | 'offered',
  to: 'waiting' | 'offered',
): Promise<boolean> {
  const changed = await tx
    .updateTable('bookingWaitlist')
    .set({ state: to, skipReason: null, skippedAt: null })
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', id)
    .where('state', '=', from)
    .executeTakeFirst()
  return changed.numUpdatedRows > 0n
}

const recordOffered = (tx: TenantTx, gap: GapRow, entry: EntryRow, offerId: string | null): Promise<unknown> =>
  tx
    .insertInto('bookingGapOffers')
    .values({ tenantId: tx.tenantId, gapId: gap.id, entryId: entry.id, offerId, createdAt: tx.now() })
    .execute()

/** Stores why someone was passed over, which the waitlist shows. */
async function passOver(tx: TenantTx, gap: GapRow, entry: EntryRow, reason: WaitlistSkipReason): Promise<'next'> {
  await recordOffered(tx, gap, entry, null)
  await tx
    .updateTable('bookingWaitlist')
    .set({ skipReason: reason, skippedAt: tx.now() })
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', entry.id)
    .execute()
  await recordWaitlistChanged(tx, entry)
  return 'next'
}
