import { formatMoney, isOpenStage, localeOf, PAGE_LANGUAGES } from '@frontdesk/contract/rules'
import { z } from 'zod'
import { isAfter, shift } from '../../../platform/clock.ts'
import type { TenantTx } from '../../../platform/database/database.ts'
import { jobOfEachTenant, subscribeInBatches } from '../../../platform/events/dispatcher.ts'
import { formatDate } from '../../../platform/format-time.ts'
import { defineJob } from '../../../platform/jobs/define-job.ts'
import { enqueue } from '../../../platform/jobs/enqueue.ts'
import { lockConversationsOf } from '../../conversations/index.ts'
import { findLocationRow } from '../../locations/index.ts'
import {
  hasQueuedTexts,
  listRemindedPayments,
  type NewReminders,
  replaceReminders,
  type SendDeps,
  withdrawTexts,
} from '../../messages/index.ts'
import { readPaymentConfigs } from '../../payment-configs/index.ts'
import { findContactOf, findDocumentsById, lockDocumentById } from '../access.ts'
import { findThread, PAYMENTS_AUTHOR } from '../announce-payment.ts'
import { paymentChanged } from '../events.ts'
import { type DocumentRow, dueAmountOf } from '../rows.ts'
import { heldRetrySubject, retrySubject } from './retry-texts.ts'
import { REMINDER_TEXTS } from './texts.ts'

const NAME = 'plan-payment-reminders'
const FIND = 'find-requests-to-remind'
const DAY_MS = 24 * 60 * 60_000
/** Reminders are sent at this hour, by the clock of the location. */
const HOUR = 10
/** A reminder that was held for so long is useless. */
const USELESS_AFTER_DAYS = 3

/** Changes after which reminders are due at other times, over another amount, or not at all. */
const CHANGES = new Set([
  'sent',
  'changed',
  'processing',
  'failed',
  'paid',
  'refunded',
  'disputed',
  'replaced',
  'cancelled',
])

export const reminderSubscription = subscribeInBatches([paymentChanged], (events) =>
  jobOfEachTenant(
    events.filter(({ data: { kind, change } }) => kind === 'request' && CHANGES.has(change)),
    (tenantId, changes) => ({
      identifier: FIND,
      payload: { tenantId, ids: [...new Set(changes.map(({ data }) => data.paymentID))] },
    }),
  ),
)

/**
 * Enqueues the planning of reminders for the requests among these that await payment or still have reminders, and for
 * all of them if a text about a failed payment of one is queued.
 */
export const findRequestsToRemind = defineJob({
  name: FIND,
  lane: 'default',
  payload: z.object({ tenantId: z.uuid(), ids: z.array(z.uuid()) }),
  run: (deps: SendDeps, { tenantId, ids }) =>
    deps.inTenant({ tenantId, prepares: true }, async (tx) => {
      const [documents, remindedIds, hasRetryTexts] = await Promise.all([
        findDocumentsById(tx, ids),
        listRemindedPayments(tx, ids),
        hasQueuedTexts(
          tx,
          ids.flatMap((id) => [retrySubject(id), heldRetrySubject(id)]),
        ),
      ])
      const awaitingIds = documents.filter(awaitsPayment).map(({ id }) => id)
      const toPlan = new Set(hasRetryTexts ? ids : [...awaitingIds, ...remindedIds])
      if (toPlan.size > 0)
        await enqueue(
          tx,
          ...[...toPlan].map((id) => ({ identifier: NAME, payload: { tenantId, id }, jobKey: `${NAME}:${id}` })),
        )
    }),
})

/**
 * Replaces the reminders of a payment request with ones for the amount due now; none if it is paid or cancelled.
 * They are scheduled messages, which pass the send gate and look at the request again when they are due. Safe to run
 * twice.
 *
 * Also withdraws queued texts about a failed payment once nothing is left to try again.
 */
export const planPaymentReminders = defineJob({
  name: NAME,
  lane: 'default',
  payload: z.object({ tenantId: z.uuid(), id: z.uuid() }),
  run: (deps: SendDeps, { tenantId, id }) =>
    deps.inTenant({ tenantId }, async (tx) => {
      const document = await lockDocumentById(tx, id)
      await replaceReminders(
        deps,
        tx,
        { paymentId: id },
        {
          keepsQueued: () => document !== undefined && awaitsPayment(document),
          next: document && (await remindersOf(tx, document)),
        },
      )
      if (document && !canBeRetried(document)) await withdrawTexts(deps, tx, [retrySubject(id), heldRetrySubject(id)])
    }),
})

/** Whether the document still awaits payment. */
const awaitsPayment = (document: DocumentRow): boolean =>
  isOpenStage(document.stage) && !document.isProcessing && dueAmountOf(document) > 0

/** Whether a payment that failed can be tried again, also for a time that is held without an invoice number. */
const canBeRetried = (document: DocumentRow): boolean =>
  document.hasFailed && !document.isProcessing && dueAmountOf(document) > 0

async function remindersOf(tx: TenantTx, document: DocumentRow): Promise<NewReminders | undefined> {
  const { dueOn, locationId } = document
  const { reminderDays } = await readPaymentConfigs(tx)
  if (dueOn === null || reminderDays.length === 0 || !awaitsPayment(document)) return undefined
  const contact = await findContactOf(tx, document)
  if (!contact) return undefined
  const { timeZone } = await findLocationRow(tx, locationId)
  const planned = reminderDays
    .toSorted((a, b) => a - b)
    .map((days) => {
      const time = Temporal.PlainDate.from(dueOn)
        .add({ days })
        .toZonedDateTime({ timeZone, plainTime: { hour: HOUR } })
      return { at: time.toInstant().toString(), key: { reminderDays: days } }
    })
    .filter(({ at }) => isAfter(at, tx.now()))
  const last = planned.at(-1)
  if (last === undefined) return undefined
  await lockConversationsOf(tx, document.contactId)
  const conversation = await findThread(tx, document)
  if (!conversation) return undefined
  const language = PAGE_LANGUAGES.find((each) => each === contact.language) ?? 'en'
  const text = REMINDER_TEXTS[language]({
    number: document.invoiceNumber,
    amount: formatMoney(dueAmountOf(document), document.currency, localeOf(language)),
    date: formatDate(dueOn, language),
  })
  return {
    ...{ conversation, author: PAYMENTS_AUTHOR },
    toPhones: [contact.phone, ...contact.otherPhones],
    due: planned.map((each) => ({ ...each, text })),
    expiresAt: shift(last.at, USELESS_AFTER_DAYS * DAY_MS),
  }
}
