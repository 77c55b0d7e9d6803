import type { CashSheetRow } from '@frontdesk/contract/api'
import {
  CASH_FIGURE_KEYS,
  type CashFigure,
  figureOf,
  PAYOUT_FIGURE_KEYS,
  PAYOUT_FIGURES,
  type PayoutFigure,
  sumOf,
  type Viewer,
} from '@frontdesk/contract/rules'
import type { TenantTx } from '../../platform/database/database.ts'
import { invalidInput } from '../../platform/paging.ts'
import { type DayEntry, type Period, sumDays } from '../payments-ledger/index.ts'
import { type ArrivingPayout, findArrivingPayouts } from './arriving-payouts.ts'

const DAYS_MAX = 366

/** The cash sheet of the viewer’s locations, newest day first. */
export async function getCashSheet(tx: TenantTx, viewer: Viewer, period: Period): Promise<CashSheetRow[]> {
  const days = Temporal.PlainDate.from(period.startDate).until(period.endDate).days
  if (days < 0 || days >= DAYS_MAX) throw invalidInput('endDate', `Up to ${DAYS_MAX - 1} days later`)
  const entries = Map.groupBy(await sumDays(tx, viewer, period), keyOf)
  const payouts = Map.groupBy(await findArrivingPayouts(tx, viewer, period), keyOf)
  return [...new Set([...entries.keys(), ...payouts.keys()])]
    .flatMap((key) => toRow(entries.get(key) ?? [], payouts.get(key) ?? []))
    .toSorted((a, b) => compare(b.day, a.day) || compare(a.locationID, b.locationID) || compare(a.currency, b.currency))
}

const compare = (a: string, b: string): number => Number(a > b) - Number(a < b)

const keyOf = ({ day, locationId, currency }: Pick<DayEntry, 'day' | 'locationId' | 'currency'>) =>
  `${day} ${locationId} ${currency}`

function toRow(entries: readonly DayEntry[], payouts: readonly ArrivingPayout[]): CashSheetRow[] {
  const first = entries[0] ?? payouts[0]
  if (!first) return []
  const { day, locationId: locationID, currency } = first
  return [{ day, locationID, currency, ...cashFiguresOf(entries), ...payoutFiguresOf(payouts) }]
}

const cashFiguresOf = (entries: readonly DayEntry[]) =>
  Object.fromEntries(CASH_FIGURE_KEYS.map((figure) => [figure, figureOf(figure, entries)])) as Record<
    CashFigure,
    number
  >

const payoutFiguresOf = (payouts: readonly ArrivingPayout[]) =>
  Object.fromEntries(
    PAYOUT_FIGURE_KEYS.map((figure) => [
      figure,
      sumOf(payouts.filter(({ state }) => PAYOUT_FIGURES[figure](state)).map(({ amount }) => amount)),
    ]),
  ) as Record<PayoutFigure, number>
