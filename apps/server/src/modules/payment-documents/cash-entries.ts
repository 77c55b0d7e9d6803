import type { CashSheetEntry } from '@frontdesk/contract/api'
import {
  balancesOf,
  CASH_FIGURES,
  type CashFigure,
  figureOf,
  formatPhone,
  LEDGER_ACCOUNTS,
  type LedgerEntry,
  POSTING_KINDS,
  sumOf,
} from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { locationExists } from '../locations/index.ts'
import { seesScope } from '../visibility/index.ts'
import { documentsOf } from './access.ts'

/** Postings of a day that are listed. */
const POSTINGS_MAX = 500

/** What a day of the cash sheet, or one of its figures, consists of. Postings of hidden contacts have no document. */
export async function listCashEntries(
  tx: TenantTx,
  actor: Actor,
  {
    day,
    locationID,
    currency,
    figure,
  }: { day: string; locationID: string; currency: string; figure?: CashFigure | undefined },
): Promise<{ entries: CashSheetEntry[]; isTruncated: boolean }> {
  if (!seesScope(actor, locationID)) throw new AppError('LocationNotFound')
  const postings = await tx
    .selectFrom('ledgerPostings as p')
    .leftJoin('users as u', (join) => join.on('u.tenantId', '=', tx.tenantId).onRef('u.id', '=', 'p.actorUserId'))
    .where('p.tenantId', '=', tx.tenantId)
    .where('p.day', '=', day)
    .where('p.locationId', '=', locationID)
    .where('p.currency', '=', currency)
    .$if(figure !== undefined, (query) => query.where(isInFigure(tx, figure ?? 'sentAmount')))
    .orderBy('p.createdAt')
    .orderBy('p.id')
    .limit(POSTINGS_MAX + 1)
    .select(['p.id', 'p.kind', 'p.documentId', 'p.createdAt', 'u.displayName'])
    .execute()
  // The days of a location that was removed can still be opened.
  if (postings.length === 0 && !(await locationExists(tx, locationID))) throw new AppError('LocationNotFound')
  const shown = postings.slice(0, POSTINGS_MAX)
  const entries = await entriesOf(
    tx,
    shown.map(({ id }) => id),
  )
  const documents = await documentsById(
    tx,
    actor,
    shown.flatMap(({ documentId }) => documentId ?? []),
  )
  return {
    entries: shown.map(({ id, kind, documentId, createdAt, displayName }) => {
      const own = entries.get(id) ?? []
      const document = documents.get(documentId ?? '') ?? null
      return {
        postingID: id,
        kind,
        amount: figure
          ? figureOf(
              figure,
              own.map((entry) => ({ ...entry, kind })),
            )
          : sumOf(own.map(({ amount }) => amount)),
        cashAmount: balancesOf(own).cash,
        at: createdAt,
        by: displayName,
        document,
        isHidden: documentId !== null && document === null,
      }
    }),
    isTruncated: postings.length > POSTINGS_MAX,
  }
}

/** Every entry that counts in a figure. */
const movesOf = (figure: CashFigure) =>
  POSTING_KINDS.flatMap((kind) =>
    LEDGER_ACCOUNTS.flatMap((debit) =>
      LEDGER_ACCOUNTS.flatMap((credit) =>
        debit !== credit && CASH_FIGURES[figure]({ kind, debit, credit }) !== 0 ? [`${kind} ${debit} ${credit}`] : [],
      ),
    ),
  )

/** SQL: whether the posting `p` has an entry that counts in a figure. */
const isInFigure = (tx: TenantTx, figure: CashFigure) => sql<boolean>`exists (
  select from ledger_entries e where e.tenant_id = ${tx.tenantId} and e.posting_id = p.id
    and concat(p.kind, ' ', e.debit, ' ', e.credit) = any(${movesOf(figure)}::text[])
)`

async function entriesOf(tx: TenantTx, postingIds: readonly string[]): Promise<Map<string, LedgerEntry[]>> {
  const rows = await tx
    .selectFrom('ledgerEntries')
    .where('tenantId', '=', tx.tenantId)
    .where(sql<boolean>`posting_id = any(${[...postingIds]}::uuid[])`)
    .select(['postingId', 'debit', 'credit', 'amount'])
    .execute()
  return Map.groupBy(
    rows.map((row) => ({ ...row, amount: Number(row.amount) })),
    ({ postingId }) => postingId,
  )
}

async function documentsById(tx: TenantTx, actor: Actor, ids: readonly string[]) {
  const rows = await documentsOf(tx, actor)
    .where(sql<boolean>`d.id = any(${[...new Set(ids)]}::uuid[])`)
    .select(['d.id', 'd.kind', 'd.invoiceNumber', 't.name', 't.phone'])
    .execute()
  return new Map(
    rows.map(({ id, kind, invoiceNumber, name, phone }) => [
      id,
      { id, kind, invoiceNumber, contactName: name || formatPhone(phone ?? '') },
    ]),
  )
}
