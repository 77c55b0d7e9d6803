import type { PayoutState, Viewer } from '@frontdesk/contract/rules'
import type { TenantTx } from '../../platform/database/database.ts'
import { findPayoutsByArrival } from '../payment-accounts/index.ts'
import { findPayoutParts, type Period } from '../payments-ledger/index.ts'

/** The part of a payout that belongs to a location. */
export interface ArrivingPayout {
  id: string
  state: PayoutState
  sentAt: string
  postingId: string
  day: string
  locationId: string
  currency: string
  amount: number
}

/** The payouts that are expected at the bank in a period, by location. */
export async function findArrivingPayouts(tx: TenantTx, viewer: Viewer, period: Period): Promise<ArrivingPayout[]> {
  const payouts = await findPayoutsByArrival(tx, period)
  const parts = await findPayoutParts(
    tx,
    viewer,
    payouts.flatMap(({ transactionId }) => transactionId ?? []),
    period.locationID,
  )
  const byTransaction = Map.groupBy(parts, ({ transactionId }) => transactionId)
  return payouts.flatMap(({ id, state, arrivesOn, transactionId, createdAt }) =>
    (byTransaction.get(transactionId ?? '') ?? []).map(({ postingId, locationId, currency, amount }) => ({
      ...{ id, state, sentAt: createdAt, postingId, day: arrivesOn, locationId, currency, amount },
    })),
  )
}
