import {
  BOOKING_CHECKOUT_MARGIN_MINUTES,
  BOOKING_CHECKOUT_MINUTES,
  bookingTerms,
  type PageLanguage,
} from '@frontdesk/contract/rules'
import { isAfter, shift } from '../../platform/clock.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import { type BookingRow, extendHold, findVisit, formatVisitTime, isHeld } from '../bookings/index.ts'
import { type CheckoutOutcome, insertCardSetup, openCardSetup, startCheckout } from '../card-payments/index.ts'
import { findBusinessName } from '../messages/index.ts'
import type { BookingPaymentDeps } from './deps.ts'
import { insertRequest } from './insert-request.ts'
import { endUnpaidSpec } from './job-specs.ts'
import { findServicesOf, findTerms, planTerms, setTerms, type TermsRow } from './terms.ts'

const MINUTE_MS = 60_000
const BY_PAGE = { userId: null }

interface PageUrls {
  /** Address that the provider redirects to after the payment. */
  returnUrl: string
  /** Address that the provider’s page links back to without a payment. */
  cancelUrl: string
}

interface Agreement extends PageUrls {
  contactId: () => Promise<string>
  language: PageLanguage
  /** The wording that was shown. */
  wording: string
}

/**
 * Records that a visitor agreed to the terms of their held time, and extends the hold while the provider’s page is
 * open. Idempotent. The caller has locked the booking.
 */
export async function agreeToTerms(
  deps: BookingPaymentDeps,
  tx: TenantTx,
  held: BookingRow,
  { contactId: findContactId, language, wording, returnUrl, cancelUrl }: Agreement,
): Promise<TermsRow> {
  const row = await findTerms(tx, held.id, 'change')
  if (!row || !isHeld(tx, held)) throw new AppError('HoldExpired')
  if (row.state === 'paying') return row
  if (row.state !== 'agreeing') throw new AppError('HoldExpired')
  const business = await findBusinessName(tx)
  const noShowFeeAmount = row.noShowFeeAmount === null ? null : Number(row.noShowFeeAmount)
  const facts = { ...row, business, amount: Number(row.amount), noShowFeeAmount }
  if (bookingTerms(facts, language) !== wording) throw new AppError('ChangedMeanwhile')
  const expiresAt = shift(tx.now(), BOOKING_CHECKOUT_MINUTES * MINUTE_MS)
  const contactId = await findContactId()
  const agreed = { ...row, contactId, wording, language, expiresAt }
  const documentId = row.kind === 'card' ? null : await requestPayment(deps, tx, held, agreed)
  const setupId =
    row.kind === 'card'
      ? await insertCardSetup(deps, tx, {
          ...{ contactId, consentText: wording, expiresAt, currency: row.currency, language },
          ...{ returnUrl, cancelUrl },
          description: await titleOf(tx, held, language),
        })
      : null
  if (documentId === null && setupId === null) throw new AppError('PaymentsNotEnabled')
  const set = { state: 'paying', contactId, wording, language, expiresAt, documentId, setupId } as const
  await setTerms(tx, held.id, { ...set, agreedAt: tx.now() })
  await extendHold(tx, held, shift(expiresAt, BOOKING_CHECKOUT_MARGIN_MINUTES * MINUTE_MS))
  await enqueue(tx, endUnpaidSpec(tx.tenantId, held.id, expiresAt))
  return { ...row, ...set }
}

const titleOf = async (
  tx: TenantTx,
  { id, startsAt, timeZone }: BookingRow,
  language: PageLanguage,
): Promise<string> => {
  const services = (await findServicesOf(tx, id)).map(({ name }) => name).join(' + ')
  return `${services}, ${formatVisitTime({ startsAt, timeZone, language })}`
}

/** Adds the payment request for the deposit or price. It gets its invoice number once it is paid. */
async function requestPayment(
  deps: BookingPaymentDeps,
  tx: TenantTx,
  held: BookingRow,
  { contactId, amount, kind, currency, wording, language }: TermsRow & { contactId: string },
): Promise<string | null> {
  const contact = await tx
    .selectFrom('contacts')
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', contactId)
    .select(['id', 'phone', 'taxExemption'])
    .executeTakeFirstOrThrow()
  const isTaxExempt = contact.taxExemption !== null
  const terms = await planTerms(deps, tx, await findServicesOf(tx, held.id), isTaxExempt)
  // Prices changed since the wording was shown.
  if (!terms || terms.amount !== Number(amount) || kind === 'card') throw new AppError('ChangedMeanwhile')
  const { id } = await insertRequest(tx, BY_PAGE, held, {
    ...{ contact, kind, currency, parts: terms.parts, wording, language, isTaxExempt, getsNumber: false },
  })
  return id
}

/** Returns the URL of the provider’s page, the same one on repeated requests. */
export async function openPaymentPage(
  deps: BookingPaymentDeps,
  scope: { tenantId: string },
  { bookingId, documentId, setupId, language, expiresAt }: TermsRow,
  urls: PageUrls,
): Promise<CheckoutOutcome> {
  if (setupId !== null) return openCardSetup(deps, scope, setupId)
  if (documentId === null || expiresAt === null || !isAfter(expiresAt, deps.now())) return { error: 'expired' }
  const title = await deps.inTenant(scope, async (tx) => {
    const booking = await findVisit(tx, bookingId)
    return booking && titleOf(tx, booking, language)
  })
  if (title === undefined) return { error: 'expired' }
  return startCheckout(deps, {
    ...{ ...scope, documentId, expiresAt, ...urls, language, tipAmount: 0, tipTitle: '', cardConsent: null },
    title,
  })
}
