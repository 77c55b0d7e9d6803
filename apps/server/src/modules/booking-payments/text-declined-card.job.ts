import { PAYMENT_LINK_VARIABLE } from '@frontdesk/contract/rules'
import { z } from 'zod'
import { isAfter, shift } from '../../platform/clock.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { subscribe } from '../../platform/events/dispatcher.ts'
import { defineJob } from '../../platform/jobs/define-job.ts'
import { BOOKINGS_AUTHOR, type BookingRow, findThreadOfContact, formatVisitTime, lockVisit } from '../bookings/index.ts'
import { cardDeclined } from '../card-payments/events.ts'
import { findDeclinedAt, syncCardSetup } from '../card-payments/index.ts'
import { findTextId, sendAutomaticMessage, withdrawTexts } from '../messages/index.ts'
import { findMessages } from '../threads/index.ts'
import type { BookingPaymentDeps } from './deps.ts'
import { cardLinkFailed } from './events.ts'
import { TEXT_DECLINED_CARD, textDeclinedCardSpec } from './job-specs.ts'
import { recordTermsChanged } from './record-terms-changed.ts'
import { heldPaymentUrl, RETRY_DELAY_MS, RETRY_MIN_MS } from './retry-link.ts'
import { findTerms, type TermsRow } from './terms.ts'
import { PAYMENT_TEXTS } from './texts.ts'

export const textOnDeclinedCard = subscribe(cardDeclined, ({ tenantId, at, data }) => [
  textDeclinedCardSpec(tenantId, data.setupID, shift(at, RETRY_DELAY_MS)),
])

/**
 * Texts the link to leave a card, once, to a contact whose card was declined while a time is held for them and who did
 * not leave another one. Reads the page from the provider first, as the event of another card may be late. If they
 * cannot be texted, the team is notified. Safe to run twice.
 */
export const textDeclinedCard = defineJob({
  name: TEXT_DECLINED_CARD,
  lane: 'default',
  payload: z.object({ tenantId: z.uuid(), setupId: z.uuid() }),
  run: async (deps: BookingPaymentDeps, { tenantId, setupId }) => {
    await syncCardSetup(deps, { tenantId }, setupId)
    await deps.inTenant({ tenantId }, async (tx) => {
      const bookingId = await findBookingOfSetup(tx, setupId)
      const booking = bookingId === undefined ? undefined : await lockVisit(tx, bookingId)
      const terms = booking && (await findTerms(tx, booking.id))
      if (!booking || !terms || !isAwaited(tx, booking, terms)) return
      if ((await findDeclinedAt(tx, setupId)) === null) return
      const isSent = await sendLink(deps, tx, booking, terms)
      await recordTermsChanged(tx, booking)
      if (isSent || terms.contactId === null) return
      await cardLinkFailed.record(tx, { at: tx.now(), data: { bookingID: booking.id, contactID: terms.contactId } })
    })
  },
})

const declinedSubject = (setupId: string | null): string => `declined ${setupId}`

/** Withdraws the text while it is queued, because the card is on file or the time is no longer held. */
export async function withdrawDeclinedText(
  deps: BookingPaymentDeps,
  tx: TenantTx,
  { setupId }: Pick<TermsRow, 'setupId'>,
): Promise<void> {
  if (setupId !== null) await withdrawTexts(deps, tx, [declinedSubject(setupId)])
}

async function findBookingOfSetup(tx: TenantTx, setupId: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('bookingPayments')
    .where('tenantId', '=', tx.tenantId)
    .where('setupId', '=', setupId)
    .select('bookingId')
    .executeTakeFirst()
  return row?.bookingId
}

const isAwaited = (tx: TenantTx, { status }: BookingRow, { state, expiresAt }: TermsRow): boolean =>
  status === 'held' && state === 'paying' && expiresAt !== null && isAfter(expiresAt, shift(tx.now(), RETRY_MIN_MS))

/** Whether the text was sent, now or by an earlier run. */
async function sendLink(
  deps: BookingPaymentDeps,
  tx: TenantTx,
  booking: BookingRow,
  terms: TermsRow,
): Promise<boolean> {
  const { startsAt, timeZone, locationId } = booking
  const { language, expiresAt, contactId, setupId } = terms
  const conversation = contactId === null ? undefined : await findThreadOfContact(tx, contactId, locationId)
  if (!conversation) return false
  const text = PAYMENT_TEXTS[language].cardDeclined({
    time: formatVisitTime({ startsAt, timeZone, language }),
    until: formatVisitTime({ startsAt: expiresAt ?? startsAt, timeZone, language }),
  })
  const body = text.replace(PAYMENT_LINK_VARIABLE, await heldPaymentUrl(deps, tx, booking, terms))
  const id = await findTextId(tx, declinedSubject(setupId))
  await sendAutomaticMessage(deps, tx, { conversation, id, body, cause: 'payment', authorName: BOOKINGS_AUTHOR })
  return (await findMessages(tx, [id])).length > 0
}
