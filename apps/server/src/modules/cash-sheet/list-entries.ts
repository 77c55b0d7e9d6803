import type { CashSheetEntry } from '@frontdesk/contract/api'
import {
  balancesOf,
  CASH_FIGURES,
  figureOf,
  isPayoutFigure,
  PAYOUT_FIGURES,
  type SheetFigure,
  sumOf,
} from '@frontdesk/contract/rules'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { locationExists } from '../locations/index.ts'
import { findDocumentNames } from '../payment-documents/index.ts'
import { listPostingsOfDay } from '../payments-ledger/index.ts'
import { seesScope } from '../visibility/index.ts'
import { findArrivingPayouts } from './arriving-payouts.ts'

/** Postings of a day that are listed. */
const POSTINGS_MAX = 500

interface OpenedDay {
  day: string
  locationID: string
  currency: string
  figure?: SheetFigure | undefined
}

/** Entries of a day of the cash sheet, or of one of its figures. Postings of hidden contacts have no document. */
export async function listCashEntries(
  tx: TenantTx,
  actor: Actor,
  opened: OpenedDay,
): Promise<{ entries: CashSheetEntry[]; isTruncated: boolean }> {
  if (!seesScope(actor, opened.locationID)) throw new AppError('LocationNotFound')
  const postings = await listPosted(tx, actor, opened)
  const entries = [...postings.slice(0, POSTINGS_MAX), ...(await listPayouts(tx, actor, opened))]
  // The days of a location that was removed can still be opened.
  if (entries.length === 0 && !(await locationExists(tx, opened.locationID))) throw new AppError('LocationNotFound')
  return { entries, isTruncated: postings.length > POSTINGS_MAX }
}

async function listPosted(
  tx: TenantTx,
  actor: Actor,
  { day, locationID: locationId, currency, figure }: OpenedDay,
): Promise<CashSheetEntry[]> {
  if (figure && isPayoutFigure(figure)) return []
  const postings = await listPostingsOfDay(
    tx,
    { day, locationId, currency },
    { counts: figure && ((entry) => CASH_FIGURES[figure](entry) !== 0), limit: POSTINGS_MAX + 1 },
  )
  const documents = await findDocumentNames(
    tx,
    actor,
    postings.flatMap(({ documentId }) => documentId ?? []),
  )
  return postings.map(({ id, kind, documentId, createdAt, by, entries }) => {
    const document = documents.get(documentId ?? '') ?? null
    return {
      postingID: id,
      kind,
      amount: figure
        ? figureOf(
            figure,
            entries.map((entry) => ({ ...entry, kind })),
          )
        : sumOf(entries.map(({ amount }) => amount)),
      cashAmount: balancesOf(entries).cash,
      at: createdAt,
      by,
      document,
      isHidden: documentId !== null && document === null,
      payout: null,
    }
  })
}

/** The payouts that are expected at the bank on the day. */
async function listPayouts(
  tx: TenantTx,
  actor: Actor,
  { day, locationID, currency, figure }: OpenedDay,
): Promise<CashSheetEntry[]> {
  if (figure && !isPayoutFigure(figure)) return []
  const payouts = await findArrivingPayouts(tx, actor, { startDate: day, endDate: day, locationID })
  return payouts
    .filter((payout) => payout.currency === currency && (!figure || PAYOUT_FIGURES[figure](payout.state)))
    .map(({ id, state, postingId, amount, sentAt }) => ({
      ...{ postingID: postingId, kind: 'payout', amount, cashAmount: 0, at: sentAt, by: null, document: null },
      ...{ isHidden: false, payout: { id, state } },
    }))
}
