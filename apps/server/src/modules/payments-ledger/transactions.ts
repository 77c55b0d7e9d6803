import { sql } from 'kysely'
import { type TenantTx, textsOf } from '../../platform/database/database.ts'

/** Links balance transactions of the provider to the postings that have their ids as source. Idempotent. */
export async function linkTransactions(tx: TenantTx, transactionIds: readonly string[]): Promise<void> {
  if (transactionIds.length === 0) return
  await sql`
    insert into ledger_transactions (tenant_id, transaction_id, posting_id, created_at)
    select p.tenant_id, p.source, p.id, ${tx.now()} from ledger_postings p
    where p.tenant_id = ${tx.tenantId} and p.source = any(${textsOf(transactionIds)})
    on conflict do nothing`.execute(tx)
}

/** Links one to what may have been posted in parts, whose sources begin with the same id. */
export async function linkSplitTransaction(
  tx: TenantTx,
  { transactionId, source }: { transactionId: string; source: string },
): Promise<void> {
  await sql`
    insert into ledger_transactions (tenant_id, transaction_id, posting_id, created_at)
    select p.tenant_id, ${transactionId}, p.id, ${tx.now()} from ledger_postings p
    where p.tenant_id = ${tx.tenantId} and (p.source = ${source} or p.source like ${`${source}:%`})
    on conflict do nothing`.execute(tx)
}

export interface LinkedTransaction {
  transactionId: string
  locationId: string
  documentId: string | null
  kind: string
  currency: string
  /** Effect of its posting on the balance at the provider, fees included. */
  amount: number
}

const selectLinked = (tx: TenantTx) =>
  tx
    .selectFrom('ledgerTransactions as t')
    .innerJoin('ledgerPostings as p', (join) =>
      join.on('p.tenantId', '=', tx.tenantId).onRef('p.id', '=', 't.postingId'),
    )
    .where('t.tenantId', '=', tx.tenantId)
    .select(['t.transactionId', 'p.locationId', 'p.documentId', 'p.kind', 'p.currency'])
    .select(
      sql<number>`(
        select coalesce(sum(case when e.debit = 'provider' then e.amount when e.credit = 'provider' then -e.amount else 0 end), 0)::float8
        from ledger_entries e where e.tenant_id = ${tx.tenantId} and e.posting_id = p.id
      )`.as('amount'),
    )

/** The postings linked to balance transactions. */
export const findLinked = async (tx: TenantTx, transactionIds: readonly string[]): Promise<LinkedTransaction[]> =>
  transactionIds.length === 0
    ? []
    : selectLinked(tx)
        .where(sql<boolean>`t.transaction_id = any(${[...transactionIds]}::text[])`)
        .execute()

/** The postings linked to balance transactions in a period. */
export const findLinkedBetween = (
  tx: TenantTx,
  { since, until }: { since: string; until: string },
): Promise<LinkedTransaction[]> =>
  selectLinked(tx).where('t.createdAt', '>=', since).where('t.createdAt', '<', until).execute()

/** Whether something was posted already. */
export const isPosted = async (tx: TenantTx, source: string): Promise<boolean> =>
  (await tx
    .selectFrom('ledgerPostings')
    .where('tenantId', '=', tx.tenantId)
    .where('source', '=', source)
    .select('id')
    .executeTakeFirst()) !== undefined

/** Postings whose source is an id, or begins with it, with their entries. */
export async function findPostings(tx: TenantTx, source: string) {
  const postings = await tx
    .selectFrom('ledgerPostings')
    .where('tenantId', '=', tx.tenantId)
    .where((where) => where.or([where('source', '=', source), where('source', 'like', `${source}:%`)]))
    .select(['id', 'source', 'documentId', 'contactId', 'locationId'])
    .execute()
  const entries = await tx
    .selectFrom('ledgerEntries')
    .where('tenantId', '=', tx.tenantId)
    .where(sql<boolean>`posting_id = any(${postings.map(({ id }) => id)}::uuid[])`)
    .select(['postingId', 'debit', 'credit', 'amount'])
    .execute()
  return postings.map((posting) => ({
    ...posting,
    entries: entries
      .filter(({ postingId }) => postingId === posting.id)
      .map(({ debit, credit, amount }) => ({ debit, credit, amount: Number(amount) })),
  }))
}
