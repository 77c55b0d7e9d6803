import { balancesOf, type LedgerEntry, type PostingKind } from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError, violates } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { findFirstLocationId } from '../locations/index.ts'

interface Posting {
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

/**
 * Posts entries and adds to the maintained totals. Posting a source twice violates a unique key, so the caller locks
 * the document and checks for an existing payment or refund first.
 */
export async function post(tx: TenantTx, requested: Posting): Promise<void> {
  if (requested.entries.length === 0) return
  const id = newId()
  const at = tx.now()
  const { timeZone, locationId } = await findPlace(tx, requested.locationId)
  const posting = { ...requested, locationId }
  const { entries, ...columns } = posting
  const day = Temporal.Instant.from(at).toZonedDateTimeISO(timeZone).toPlainDate().toString()
  await Promise.all([
    tx
      .insertInto('ledgerPostings')
      .values({ tenantId: tx.tenantId, id, ...columns, day, createdAt: at })
      .execute(),
    tx
      .insertInto('ledgerEntries')
      .values(entries.map((entry, index) => ({ tenantId: tx.tenantId, postingId: id, entry: index, ...entry })))
      .execute(),
    addToDay(tx, posting, day),
  ])
  await addToCredit(tx, posting)
}

/** The location of a posting: the first one of the business if its own was removed. */
async function findPlace(tx: TenantTx, id: string): Promise<{ locationId: string; timeZone: string }> {
  const find = (locationId: string) =>
    tx
      .selectFrom('locations')
      .where('tenantId', '=', tx.tenantId)
      .where('id', '=', locationId)
      .select(['id as locationId', 'timeZone'])
  return (await find(id).executeTakeFirst()) ?? find(await findFirstLocationId(tx)).executeTakeFirstOrThrow()
}

/** Adds deltas to the maintained sums of the day, so that postings at the same time do not wait for each other. */
async function addToDay(tx: TenantTx, { kind, locationId, currency, entries }: Posting, day: string): Promise<void> {
  await tx
    .insertInto('paymentDays')
    .values(entries.map((entry) => ({ tenantId: tx.tenantId, day, locationId, currency, kind, ...entry, n: 1 })))
    .execute()
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
