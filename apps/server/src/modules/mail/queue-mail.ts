import { systemClock } from '../../platform/clock.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import type { Mail } from './email-layout.ts'
import type { MailCalendar } from './mailer.ts'
import { SEND_MAIL } from './send-mail.job.ts'

export interface QueuedMail {
  to: string
  mail: Mail
  calendar?: MailCalendar
  /** A payment document whose PDF is attached, as it is when the email is sent. */
  attachedDocumentId?: string
  /** The recipient, if the content is for members only: not sent once they are removed from the team. */
  memberId?: string
  /** A second email with the same key is dropped. */
  dedupeKey?: string
  /** Not sent after this, because its link would have expired. */
  expiresAt?: string
  /** Defaults to now. */
  at?: string
}

/** About three days of retries with exponential backoff. */
const MAX_ATTEMPTS = 18

/** Queues an email in the transaction it belongs to. Returns its id, or null if the dedupe key exists. */
export async function queueMail(
  tx: TenantTx,
  { to, mail, calendar, attachedDocumentId, memberId, dedupeKey, expiresAt, at = systemClock() }: QueuedMail,
): Promise<string | null> {
  const queued = await tx
    .insertInto('mails')
    .values({
      tenantId: tx.tenantId,
      id: newId(),
      recipient: to,
      subject: mail.subject,
      text: mail.text,
      html: mail.html,
      calendarMethod: calendar?.method ?? null,
      calendar: calendar?.content ?? null,
      attachedDocumentId: attachedDocumentId ?? null,
      userId: memberId ?? null,
      state: 'queued',
      dedupeKey: dedupeKey ?? null,
      expiresAt: expiresAt ?? null,
      createdAt: at,
    })
    .onConflict((conflict) =>
      conflict.columns(['tenantId', 'dedupeKey']).where('dedupeKey', 'is not', null).doNothing(),
    )
    .returning('id')
    .executeTakeFirst()
  if (!queued) return null
  await enqueue(tx, {
    identifier: SEND_MAIL,
    payload: { tenantId: tx.tenantId, mailId: queued.id },
    jobKey: `mail:${queued.id}`,
    maxAttempts: MAX_ATTEMPTS,
  })
  return queued.id
}
