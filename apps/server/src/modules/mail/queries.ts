import type { MailStatus } from '@frontdesk/contract/api'
import { type Clock, shift } from '../../platform/clock.ts'
import type { TenantTx } from '../../platform/database/database.ts'

/** Queued emails older than this are reported; most are sent within a second. */
const STUCK_AFTER_MS = 60_000
const FAILED_WITHIN_MS = 7 * 24 * 60 * 60_000
const MAX_COUNTED = 1000

/** Reads which emails are stuck because of the mail server, or were rejected lately. */
export async function getMailStatus(tx: TenantTx, now: Clock): Promise<MailStatus> {
  const rows = await tx
    .selectFrom('mails')
    .where('tenantId', '=', tx.tenantId)
    .where((eb) =>
      eb.or([
        eb('state', '=', 'queued').and('attempts', '>', 0).and('createdAt', '<', shift(now(), -STUCK_AFTER_MS)),
        eb('state', '=', 'failed').and('createdAt', '>', shift(now(), -FAILED_WITHIN_MS)),
      ]),
    )
    .select(['state', 'recipient', 'subject', 'lastError', 'createdAt'])
    .orderBy('createdAt', 'desc')
    .limit(MAX_COUNTED)
    .execute()
  const waiting = rows.filter(({ state }) => state === 'queued')
  return {
    waiting: waiting.length,
    waitingSince: waiting.at(-1)?.createdAt ?? null,
    lastError: waiting[0]?.lastError ?? null,
    refused: rows
      .filter(({ state }) => state === 'failed')
      .slice(0, 10)
      .map(({ recipient, subject, lastError, createdAt }) => ({ to: recipient, subject, error: lastError, createdAt })),
  }
}
