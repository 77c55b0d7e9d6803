import { balancesOf, type LedgerEntry, type PostingKind } from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import { idsOf, type TenantTx } from '../../platform/database/database.ts'
import { insertRows } from '../../platform/database/write-rows.ts'
import { AppError, violates } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { findFirstLocationId } from '../locations/index.ts'

export interface Posting {
  kind: PostingKind
  /** Idempotency key: the cause of the posting. */
  source: string
  /** Null: about the account of the business, such as a payout. */
  documentId: string | null
  contactId: string | null
  locationId: string
  currency: string
  actorUserId: string | null
  /** Location where the credit that it changes was earned, if another. */
  creditLocationId?: string
  entries: readonly LedgerEntry[]
}

/** Posts entries and adds to the maintained totals. */
export const post = (tx: TenantTx, posting: Posting): Promise<void> => postAll(tx, [posting])

/**
 * Posts many in the statements of one. Posting a source twice violates a unique key, so the caller locks the documents
 * and checks for existing payments or refunds first.
 */
export async function postAll(tx: TenantTx, requested: readonly Posting[]): Promise<void> {
  const at = tx.now()
  const filled = requested.filter(({ entries }) => entries.length > 0)
  if (filled.length === 0) return
  const placeOf = await findPlaces(
    tx,
    filled.map(({ locationId }) => locationId),
  )
  const postings = filled.map((posting) => {
    const { id: locationId, timeZone } = placeOf(posting.locationId)
    const day = Temporal.Instant.from(at).toZonedDateTimeISO(timeZone).toPlainDate().toString()
    return { ...posting, id: newId(), locationId, day }
  })
  await Promise.all([
    insertRows(
      tx,
      'ledgerPostings',
      postings.map(({ entries: _, creditLocationId = null, ...columns }) => ({
        ...{ ...columns, creditLocationId, createdAt: at },
      })),
    ),
    insertRows(
      tx,
      'ledgerEntries',
      postings.flatMap(({ id, entries }) => entries.map((entry, index) => ({ postingId: id, entry: index, ...entry }))),
    ),
    // Deltas to the maintained sums of the day, so that postings at the same time do not wait for each other.
    insertRows(
      tx,
      'paymentDays',
      postings.flatMap(({ day, locationId, currency, kind, entries }) =>
        entries.map((entry) => ({ day, locationId, currency, kind, ...entry, n: 1 })),
      ),
    ),
  ])
  for (const posting of postings) await addToCredit(tx, posting)
}

interface Place {
  id: string
  timeZone: string
}

/** The locations of postings: the first one of the business for those that were removed. */
async function findPlaces(tx: TenantTx, ids: readonly string[]): Promise<(id: string) => Place> {
  const find = (wanted: readonly string[]): Promise<Place[]> =>
    tx
      .selectFrom('locations')
      .where('tenantId', '=', tx.tenantId)
      .where(sql<boolean>`id = any(${idsOf(wanted)})`)
      .select(['id', 'timeZone'])
      .execute()
  const places = new Map((await find([...new Set(ids)])).map((place) => [place.id, place]))
  const [first] = ids.every((id) => places.has(id)) ? [] : await find([await findFirstLocationId(tx)])
  return (id) => {
    const place = places.get(id) ?? first
    if (!place) throw new Error('The business has no location.')
    return place
  }
}

/** Changes the contact’s credit at a location. A check constraint keeps it from going below zero. */
async function addToCredit(
  tx: TenantTx,
  { contactId, currency, entries, locationId, creditLocationId = locationId }: Posting,
): Promise<void> {
  const amount = -balancesOf(entries).credit
  if (amount === 0 || contactId === null) return
  await tx
    .insertInto('paymentCredits')
    .values({ tenantId: tx.tenantId, contactId, currency, locationId: creditLocationId, amount: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await tx
    .updateTable('paymentCredits')
    .set({ amount: sql`amount + ${amount}` })
    .where('tenantId', '=', tx.tenantId)
    .where('contactId', '=', contactId)
    .where('currency', '=', currency)
    .where('locationId', '=', creditLocationId)
    .execute()
    .catch((error: unknown) => {
      throw violates(error, 'payment_credits_covered') ? new AppError('CreditTooLow') : error
    })
}
