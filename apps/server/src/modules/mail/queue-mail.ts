import { systemClock } from '../../platform/clock.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import type { Mail } from './letter.ts'
import { SEND_MAIL } from './send-mail.job.ts'

export interface QueuedMail {
  to: string
  mail: Mail
  /** A second mail of the same key is not made: for what must not be told twice. */
  dedupeKey?: string
  /** Later it is not sent any more: its link would be dead. */
  expiresAt?: string
  /** Now, when absent. */
  at?: string
}

/** About three days of attempts, each later than the one before. */
const MAX_ATTEMPTS = 18

/** Puts a mail into the line, in the transaction that is its reason. Returns its id, or null if its key was there already. */
export async function queueMail(
  tx: TenantTx,
  { to, mail, dedupeKey, expiresAt, at = systemClock() }: QueuedMail,
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
