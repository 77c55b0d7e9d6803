import {
  BOOKING_DUE_MINUTES_MIN,
  bookingTerms,
  formatMoney,
  localeOf,
  type PageLanguage,
} from '@frontdesk/contract/rules'
import { isAfter, shift } from '../../platform/clock.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import type { Needs } from '../../platform/module.ts'
import { type BookingRow, formatVisitTime } from '../bookings/index.ts'
import { findBusinessName } from '../messages/index.ts'
import { type DocumentRow, findDocumentById, renderPaymentLink } from '../payment-documents/index.ts'
import { insertRequest } from './insert-request.ts'
import { endUnpaidSpec } from './job-specs.ts'
import { isTaxExempt as isContactExempt } from './tax-exemption.ts'
import { findServicesOf, findTerms, planTerms, type TermsRow } from './terms.ts'
import { PAYMENT_TEXTS } from './texts.ts'

const MINUTE_MS = 60_000

interface Visit {
  booking: BookingRow
  contactId: string
  language: PageLanguage
  /** The teammate who books; null: the contact books by text. */
  byUserId: string | null
}

/** A payment requested at booking by a teammate or by text, not on a booking page. */
export interface RequestedPayment {
  document: DocumentRow
  terms: TermsRow
}

/**
 * Requests the deposit or price of a visit that is booked by a teammate or by text, due at `dueAt`. Undefined if its
 * services require neither or only a card, or if the business cannot take cards now.
 */
export async function requestPaymentAtBooking(
  deps: Needs<'paymentProvider'>,
  tx: TenantTx,
  { booking, contactId, language, byUserId }: Visit,
  { dueAt, needsApproval = false }: { dueAt: (cutOffMinutes: number) => string; needsApproval?: boolean },
): Promise<RequestedPayment | undefined> {
  if (!isAfter(booking.startsAt, tx.now())) return undefined
  const isTaxExempt = await isContactExempt(tx, { contactId })
  const planned = await planTerms(deps, tx, await findServicesOf(tx, booking.id), isTaxExempt)
  if (!planned || planned.kind === 'card') return undefined
  const { parts, kind, ...terms } = planned
  const contact = await tx
    .selectFrom('contacts')
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', contactId)
    .select(['id', 'phone'])
    .executeTakeFirstOrThrow()
  const wording = bookingTerms({ ...terms, kind, business: await findBusinessName(tx) }, language)
  const author = { userId: byUserId }
  const request = { contact, kind, currency: terms.currency, parts, wording, language, isTaxExempt, getsNumber: true }
  const document = await insertRequest(tx, author, booking, request)
  const expiresAt = dueAt(terms.cutOffMinutes)
  const row = await tx
    .insertInto('bookingPayments')
    .values({
      ...{
        tenantId: tx.tenantId,
        bookingId: booking.id,
        state: 'paying',
        kind,
        ...terms,
        wording,
        language,
        contactId,
      },
      ...{ documentId: document.id, expiresAt, byUserId, needsApproval, createdAt: tx.now() },
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await enqueue(tx, endUnpaidSpec(tx.tenantId, booking.id, expiresAt))
  return { document, terms: row }
}

/** The open payment request for a time that is held until it is paid. */
export async function findOpenPayment(tx: TenantTx, bookingId: string): Promise<RequestedPayment | undefined> {
  const terms = await findTerms(tx, bookingId)
  if (terms?.state !== 'paying' || terms.documentId === null) return undefined
  const document = await findDocumentById(tx, terms.documentId)
  return document && { document, terms }
}

/**
 * When payment for a visit booked by a teammate is due: at the cut-off for refunds, or at its start if that is too
 * soon.
 */
export function paymentDueAt(tx: Pick<TenantTx, 'now'>, startsAt: string, cutOffMinutes: number): string {
  const cutOffAt = shift(startsAt, -cutOffMinutes * MINUTE_MS)
  return isAfter(cutOffAt, shift(tx.now(), BOOKING_DUE_MINUTES_MIN * MINUTE_MS)) ? cutOffAt : startsAt
}

type TextDeps = Needs<'secrets' | 'publicUrl'>

/** The part of a text that requests a payment, with the payment link. */
export async function renderRequestText(
  deps: TextDeps,
  tx: TenantTx,
  { document, terms }: RequestedPayment,
  {
    booking,
    ...message
  }: {
    booking: Pick<BookingRow, 'startsAt' | 'timeZone' | 'status'>
    messageId: string
    conversationId: string
    createdBy: string | null
  },
): Promise<string> {
  const { kind, amount, currency, language, expiresAt } = terms
  const { timeZone, startsAt } = booking
  const text = PAYMENT_TEXTS[language][booking.status === 'held' ? 'payToBook' : 'payBy'][
    kind === 'price' ? 'price' : 'deposit'
  ]({
    amount: formatMoney(Number(amount), currency, localeOf(language)),
    until: formatVisitTime({ startsAt: expiresAt ?? startsAt, timeZone, language }),
    time: formatVisitTime({ startsAt, timeZone, language }),
  })
  return renderPaymentLink(deps, tx, document, { text, ...message })
}
