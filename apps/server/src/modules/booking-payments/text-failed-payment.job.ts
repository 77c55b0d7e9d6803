import { formatMoney, localeOf, PAYMENT_LINK_VARIABLE } from '@frontdesk/contract/rules'
import { z } from 'zod'
import { isAfter, shift } from '../../platform/clock.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { subscribe } from '../../platform/events/dispatcher.ts'
import { defineJob } from '../../platform/jobs/define-job.ts'
import { BOOKINGS_AUTHOR, type BookingRow, findThreadOfContact, findVisit, formatVisitTime } from '../bookings/index.ts'
import { syncCheckouts } from '../card-payments/index.ts'
import { findTextId, sendAutomaticMessage } from '../messages/index.ts'
import { paymentChanged } from '../payment-documents/events.ts'
import {
  changeDocument,
  type DocumentRow,
  documentPath,
  dueAmountOf,
  heldRetrySubject,
  lockDocumentById,
} from '../payment-documents/index.ts'
import { findMessages } from '../threads/index.ts'
import type { BookingPaymentDeps } from './deps.ts'
import { TEXT_FAILED_PAYMENT, textFailedPaymentSpec } from './job-specs.ts'
import { heldPaymentUrl, RETRY_DELAY_MS, RETRY_MIN_MS } from './retry-link.ts'
import { findTerms, type TermsRow } from './terms.ts'
import { PAYMENT_TEXTS } from './texts.ts'

const BY_RULE = { userId: null, displayName: '' }

export const textOnFailedPayment = subscribe(paymentChanged, ({ tenantId, at, data }) =>
  data.kind === 'request' && data.change === 'failed'
    ? [textFailedPaymentSpec(tenantId, data.paymentID, shift(at, RETRY_DELAY_MS))]
    : [],
)

/**
 * Texts the link to pay, once, to a contact whose card was declined while a time is held for them and who did not try
 * again. Reads the page from the provider first, as the event of a payment may be late. Safe to run twice.
 */
export const textFailedPayment = defineJob({
  name: TEXT_FAILED_PAYMENT,
  lane: 'default',
  payload: z.object({ tenantId: z.uuid(), documentId: z.uuid() }),
  run: async (deps: BookingPaymentDeps, { tenantId, documentId }) => {
    await syncCheckouts(deps, { tenantId }, documentId)
    await deps.inTenant({ tenantId }, async (tx) => {
      // A second run waits here, and then finds what the first one did.
      const document = await lockDocumentById(tx, documentId)
      const booking = document?.bookingId ? await findVisit(tx, document.bookingId) : undefined
      const terms = booking && (await findTerms(tx, booking.id))
      if (!document || !booking || !terms || !isToBePaid(tx, booking, { terms, document })) return
      if ((await sendLink(deps, tx, booking, { terms, document })) || (await isReported(tx, documentId))) return
      await changeDocument(tx, BY_RULE, document, { activity: { kind: 'link-failed' } })
    })
  },
})

/** Whether the team was notified that the contact could not be texted the link. */
const isReported = async (tx: TenantTx, documentId: string): Promise<boolean> =>
  (await tx
    .selectFrom('paymentActivities')
    .where('tenantId', '=', tx.tenantId)
    .where('documentId', '=', documentId)
    .where('kind', '=', 'link-failed')
    .select('id')
    .executeTakeFirst()) !== undefined

interface Unpaid {
  terms: TermsRow
  document: DocumentRow
}

const isToBePaid = (tx: TenantTx, { status }: BookingRow, { terms, document }: Unpaid): boolean =>
  status === 'held' &&
  terms.state === 'paying' &&
  terms.documentId === document.id &&
  terms.expiresAt !== null &&
  isAfter(terms.expiresAt, shift(tx.now(), RETRY_MIN_MS)) &&
  document.hasFailed &&
  !document.isProcessing &&
  dueAmountOf(document) > 0

/** Whether the text was sent, now or by an earlier run. */
async function sendLink(
  deps: BookingPaymentDeps,
  tx: TenantTx,
  booking: BookingRow,
  { terms, document }: Unpaid,
): Promise<boolean> {
  const { startsAt, timeZone } = booking
  const { language, expiresAt } = terms
  const conversation = await findThreadOfContact(tx, document.contactId, booking.locationId)
  if (!conversation) return false
  const text = PAYMENT_TEXTS[language].failed({
    amount: formatMoney(dueAmountOf(document), document.currency, localeOf(language)),
    time: formatVisitTime({ startsAt, timeZone, language }),
    until: formatVisitTime({ startsAt: expiresAt ?? startsAt, timeZone, language }),
  })
  const body = text.replace(PAYMENT_LINK_VARIABLE, await linkOf(deps, tx, booking, { terms, document }))
  const id = await findTextId(tx, heldRetrySubject(document.id))
  await sendAutomaticMessage(deps, tx, { conversation, id, body, cause: 'payment', authorName: BOOKINGS_AUTHOR })
  return (await findMessages(tx, [id])).length > 0
}

/** A request without an invoice number is paid on the booking page. */
async function linkOf(
  deps: BookingPaymentDeps,
  tx: TenantTx,
  booking: BookingRow,
  { terms, document }: Unpaid,
): Promise<string> {
  if (terms.proofId === null) return deps.publicUrl() + documentPath(deps.secrets, tx, document)
  return heldPaymentUrl(deps, tx, booking, terms)
}
