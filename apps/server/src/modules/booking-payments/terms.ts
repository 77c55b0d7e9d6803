import type { PagePayment } from '@frontdesk/contract/api'
import {
  type BookingPaymentKind,
  chargedShareOf,
  roundToChargeable,
  type Share,
  sumOf,
} from '@frontdesk/contract/rules'
import { isAfter } from '../../platform/clock.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import type { Row } from '../../platform/database/row.ts'
import { readBookingConfigs } from '../booking-configs/index.ts'
import { findServices, type ServiceRow } from '../booking-services/index.ts'
import { type BookingRow, findBookingItems, refundDeadline } from '../bookings/index.ts'
import { findEnabledAccount, type PaymentProvider } from '../payment-accounts/index.ts'
import { type PricedService, priceServices } from '../payment-documents/index.ts'
import { isTaxExempt } from './tax-exemption.ts'

export type TermsRow = Row<'bookingPayments'>

/** The payment required to book a visit. */
export interface Terms {
  kind: BookingPaymentKind
  amount: number
  currency: string
  noShowFeeAmount: number | null
  cutOffMinutes: number
}

type Provider = Pick<PaymentProvider, 'isConfigured'>
export type Priced = { service: ServiceRow; priced: PricedService | null; amount: number }

/** The amount each service requires, with taxes unless exempt: its full price or its deposit. */
async function priceEach(tx: TenantTx, services: readonly ServiceRow[], isTaxExempt: boolean): Promise<Priced[]> {
  const priced = await priceServices(
    tx,
    services.map(({ name, priceAmount }) => ({
      description: name,
      priceAmount: priceAmount === null ? null : Number(priceAmount),
    })),
    isTaxExempt,
  )
  return services.map((service, index) => {
    const each = priced[index] ?? null
    return { service, priced: each, amount: amountOf(service, each) }
  })
}

function amountOf({ paymentKind, deposit, currency }: ServiceRow, priced: PricedService | null): number {
  if (paymentKind === 'price') return priced?.totalAmount ?? 0
  if (paymentKind !== 'deposit' || deposit === null) return 0
  if (priced) return chargedShareOf(priced.totalAmount, deposit, currency)
  return deposit.kind === 'amount' ? roundToChargeable(deposit.amount, currency) : 0
}

/**
 * Terms for booking these services together; null if no payment is required or the business cannot take cards now.
 * Services in a currency that the business no longer takes require no payment; the others still do.
 */
export async function planTerms(
  { paymentProvider }: { paymentProvider: Provider },
  tx: TenantTx,
  services: readonly ServiceRow[],
  isTaxExempt = false,
): Promise<(Terms & { parts: Priced[] }) | null> {
  if (services.every(({ paymentKind }) => paymentKind === 'none')) return null
  const account = await findEnabledAccount(tx, paymentProvider)
  // Visits can be booked while the business cannot take cards.
  if (!account) return null
  const payable = services.filter(({ currency }) => currency === account.currency)
  const parts = await priceEach(tx, payable, isTaxExempt)
  const amount = sumOf(parts.map((part) => part.amount))
  const { refundCutOffMinutes, noShowFee } = (await readBookingConfigs(tx)).payments
  const keepsCard = payable.some(({ paymentKind }) => paymentKind === 'card')
  if (amount === 0 && !keepsCard) return null
  const isWhole = services.every(
    ({ paymentKind, currency }) => paymentKind === 'price' && currency === account.currency,
  )
  const isCard = amount === 0
  return {
    kind: isCard ? 'card' : isWhole ? 'price' : 'deposit',
    amount,
    currency: account.currency ?? '',
    noShowFeeAmount: isCard && noShowFee ? feeOf(parts, noShowFee, account.currency ?? '') : null,
    cutOffMinutes: refundCutOffMinutes,
    parts,
  }
}

function feeOf(parts: readonly Priced[], fee: Share, currency: string): number | null {
  const price = sumOf(parts.map(({ priced }) => priced?.totalAmount ?? 0))
  const amount =
    fee.kind === 'amount' && price === 0
      ? roundToChargeable(fee.amount, currency)
      : chargedShareOf(price, fee, currency)
  return amount > 0 ? amount : null
}

/** The services of a booking as they are now, in order. */
export async function findServicesOf(tx: TenantTx, bookingId: string): Promise<ServiceRow[]> {
  const items = await findBookingItems(tx, [bookingId])
  const services = await findServices(
    tx,
    items.map(({ serviceId }) => serviceId),
  )
  return items.flatMap(({ serviceId }) => services.find(({ id }) => id === serviceId) ?? [])
}

export const findTerms = (tx: TenantTx, bookingId: string, lock: 'read' | 'change' = 'read') => {
  const query = tx
    .selectFrom('bookingPayments')
    .where('tenantId', '=', tx.tenantId)
    .where('bookingId', '=', bookingId)
    .selectAll()
  return (lock === 'change' ? query.forNoKeyUpdate() : query).executeTakeFirst()
}

/** Whether the payment is still expected. */
export const isOpen = ({ state }: TermsRow): boolean => state === 'agreeing' || state === 'paying' || state === 'unpaid'

export const setTerms = (tx: TenantTx, bookingId: string, set: Partial<Omit<TermsRow, 'tenantId' | 'bookingId'>>) =>
  tx
    .updateTable('bookingPayments')
    .set(set)
    .where('tenantId', '=', tx.tenantId)
    .where('bookingId', '=', bookingId)
    .execute()

/**
 * Freezes the terms of a held visit, once per verification: changes to settings don't affect someone who is reading the
 * wording, but a new code may have been requested by another person. Returns undefined if no payment is required.
 */
export async function ensureTerms(
  deps: { paymentProvider: Provider },
  tx: TenantTx,
  { id }: BookingRow,
  { id: proofId, phone }: { id: string; phone: string },
): Promise<TermsRow | undefined> {
  const present = await findTerms(tx, id)
  if (present && (present.state !== 'agreeing' || present.proofId === proofId)) return present
  const terms = await planTerms(deps, tx, await findServicesOf(tx, id), await isTaxExempt(tx, { phone }))
  if (!terms) return present
  const { kind, amount, currency, noShowFeeAmount, cutOffMinutes } = terms
  const requested = { kind, amount, currency, noShowFeeAmount, cutOffMinutes, proofId }
  return tx
    .insertInto('bookingPayments')
    .values({
      ...{ tenantId: tx.tenantId, bookingId: id, state: 'agreeing', wording: '', language: 'en', createdAt: tx.now() },
      ...requested,
    })
    .onConflict((conflict) => conflict.columns(['tenantId', 'bookingId']).doUpdateSet(requested))
    .returningAll()
    .executeTakeFirst()
}

/** The terms proposed to a contact, or agreed to by them; null: no payment required. */
export async function describePagePayment(
  deps: { paymentProvider: Provider },
  tx: TenantTx,
  booking: BookingRow,
): Promise<PagePayment | null> {
  const row = await findTerms(tx, booking.id)
  const deadline = refundDeadline(booking)
  if (row?.state === 'skipped') return null
  if (row)
    return {
      ...{ kind: row.kind, state: row.state, amount: Number(row.amount), currency: row.currency },
      noShowFeeAmount: row.noShowFeeAmount === null ? null : Number(row.noShowFeeAmount),
      cutOffMinutes: row.cutOffMinutes,
      wording: row.agreedAt === null ? null : row.wording,
      isRefundable: deadline !== null && isAfter(deadline, tx.now()),
      outcome: row.outcome,
    }
  if (booking.status !== 'held' || booking.source !== 'page') return null
  const terms = await planTerms(deps, tx, await findServicesOf(tx, booking.id))
  if (!terms) return null
  const { kind, amount, currency, noShowFeeAmount, cutOffMinutes } = terms
  return {
    ...{ kind, state: 'proposed', amount, currency, noShowFeeAmount, cutOffMinutes, wording: null },
    ...{ isRefundable: true, outcome: null },
  }
}
