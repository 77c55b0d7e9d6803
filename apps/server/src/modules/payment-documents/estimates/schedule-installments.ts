import { formatMoney, localeOf, PAGE_LANGUAGES } from '@frontdesk/contract/rules'
import { isAfter } from '../../../platform/clock.ts'
import type { TenantTx } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { formatDate } from '../../../platform/format-time.ts'
import { findLocationRow } from '../../locations/index.ts'
import { type SendDeps, scheduleReminders } from '../../messages/index.ts'
import { findContactOf } from '../access.ts'
import { findThread, PAYMENTS_AUTHOR } from '../announce-payment.ts'
import type { DocumentRow } from '../rows.ts'
import { PART_TEXTS } from './part-texts.ts'

/** Requests are sent at this hour, by the clock of the location, as reminders of them are. */
const HOUR = 10

/**
 * Schedules a text with each installment on its date, in the conversation with the contact. Like reminders, they pass
 * the send gate when they are due, and are cancelled once their request is sent, paid or cancelled.
 */
export async function scheduleInstallments(
  deps: SendDeps,
  tx: TenantTx,
  estimate: DocumentRow,
  installments: readonly DocumentRow[],
): Promise<void> {
  const contact = await findContactOf(tx, estimate)
  const { timeZone } = await findLocationRow(tx, estimate.locationId)
  const language = PAGE_LANGUAGES.find((each) => each === contact?.language) ?? 'en'
  const locale = localeOf(language)
  const conversation = await findThread(tx, estimate)
  if (!contact || !conversation) throw new AppError('ConversationNotFound')
  for (const [index, { id, dueOn, totalAmount, currency }] of installments.entries()) {
    if (dueOn === null) continue
    const plannedAt = Temporal.PlainDate.from(dueOn)
      .toZonedDateTime({ timeZone, plainTime: { hour: HOUR } })
      .toInstant()
      .toString()
    const text = PART_TEXTS[language].due({
      description: PART_TEXTS[language].installment(index + 1, installments.length, estimate.invoiceNumber),
      amount: formatMoney(Number(totalAmount), currency, locale),
      date: formatDate(dueOn, language),
    })
    await scheduleReminders(
      deps,
      tx,
      { paymentId: id },
      {
        ...{ conversation, author: PAYMENTS_AUTHOR, toPhones: [contact.phone, ...contact.otherPhones] },
        // One that is due today is sent now.
        due: [{ at: isAfter(plannedAt, tx.now()) ? plannedAt : tx.now(), text }],
        expiresAt: null,
      },
    )
  }
}
