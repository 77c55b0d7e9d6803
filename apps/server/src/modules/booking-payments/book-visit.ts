import type { Booking } from '@frontdesk/contract/api'
import { type PageLanguage, pageLanguageOf } from '@frontdesk/contract/rules'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { type BookingRow, type CreateRequest, createBooking, findVisit, type TextAddition } from '../bookings/index.ts'
import { announcePayment, changeDocument, lockDocumentById } from '../payment-documents/index.ts'
import { findMessages } from '../threads/index.ts'
import type { BookingPaymentDeps } from './deps.ts'
import {
  paymentDueAt,
  type RequestedPayment,
  renderRequestText,
  requestPaymentAtBooking,
} from './request-at-booking.ts'
import { isTaxExempt } from './tax-exemption.ts'
import { findServicesOf, planTerms } from './terms.ts'

const BY_RULE = { userId: null, displayName: '' }

type Request = Omit<CreateRequest, 'repeats'> & { asksForPayment: boolean }

/**
 * Books a visit. Its confirmation text includes a payment link if its services require a payment; that a teammate
 * booked without one is stored. A repeated request returns the booking that it made the first time.
 */
export async function bookVisit(
  deps: BookingPaymentDeps,
  tx: TenantTx,
  actor: Actor,
  { asksForPayment, ...request }: Request,
): Promise<Booking> {
  let payment: RequestedPayment | undefined
  let messageId: string | undefined
  const { booking } = await createBooking(deps, tx, actor, request, async (id, contactId) => {
    const visit = await findVisit(tx, id)
    if (!visit) return undefined
    if (!asksForPayment) {
      await insertSkipped(deps, tx, actor, visit, contactId)
      return undefined
    }
    payment = await requestPaymentAtBooking(
      deps,
      tx,
      { booking: visit, contactId, language: await languageOf(tx, contactId), byUserId: actor.userId },
      { dueAt: (cutOffMinutes) => paymentDueAt(tx, visit.startsAt, cutOffMinutes) },
    )
    if (!payment) return undefined
    const write = additionOf(deps, tx, actor, visit, payment)
    return (message) => {
      messageId = message.messageId
      return write(message)
    }
  })
  if (!payment) return booking
  await announcePayment(deps, tx, actor, payment.document, { kind: 'sent' })
  const isSent = messageId !== undefined && (await findMessages(tx, [messageId])).length > 0
  if (!isSent) await reportLinkFailed(tx, payment)
  return booking
}

/**
 * Notifies the team that the contact did not get the payment link: the text was refused, or there is no number to send
 * it.
 */
async function reportLinkFailed(tx: TenantTx, { document: { id } }: RequestedPayment): Promise<void> {
  const document = await lockDocumentById(tx, id)
  if (document) await changeDocument(tx, BY_RULE, document, { activity: { kind: 'link-failed' } })
}

const additionOf =
  (
    deps: BookingPaymentDeps,
    tx: TenantTx,
    actor: Actor,
    booking: BookingRow,
    payment: RequestedPayment,
  ): TextAddition =>
  (message) =>
    renderRequestText(deps, tx, payment, { booking, ...message, createdBy: actor.userId })

async function languageOf(tx: TenantTx, contactId: string): Promise<PageLanguage> {
  const contact = await tx
    .selectFrom('contacts')
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', contactId)
    .select('language')
    .executeTakeFirst()
  return pageLanguageOf(contact?.language)
}

/** Records that a teammate booked without requesting the payment that the services require. */
async function insertSkipped(
  deps: BookingPaymentDeps,
  tx: TenantTx,
  { userId: byUserId }: Actor,
  { id: bookingId }: BookingRow,
  contactId: string,
): Promise<void> {
  const services = await findServicesOf(tx, bookingId)
  const planned = await planTerms(deps, tx, services, await isTaxExempt(tx, { contactId }))
  if (!planned || planned.kind === 'card') return
  const { parts: _, ...terms } = planned
  await tx
    .insertInto('bookingPayments')
    .values({
      ...{ tenantId: tx.tenantId, bookingId, state: 'skipped', ...terms, wording: '', language: 'en', contactId },
      ...{ byUserId, createdAt: tx.now() },
    })
    .execute()
}
