import type { TenantTx } from '../../platform/database/database.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import type { Hold } from '../messages/index.ts'
import { findSpentSegments, returnSegments } from './send-budget.ts'
import { sendGroupMessageSpec } from './send-spec.ts'

/** Holds the recipients of withdrawn messages until each may get one, and returns their segments to the budget. */
export async function holdUnsentRecipients(tx: TenantTx, holds: readonly Hold[]): Promise<void> {
  if (holds.length === 0) return
  const spent = await findSpentSegments(
    tx,
    holds.map(({ messageId }) => messageId),
  )
  const ids = new Set<string>()
  for (const { messageId, reason, until, holiday = null } of holds) {
    const held = await tx
      .updateTable('groupRecipients')
      .set({ state: 'held', reason, heldUntil: until, heldHoliday: holiday, messageId: null, handledAt: tx.now() })
      .where('tenantId', '=', tx.tenantId)
      .where('messageId', '=', messageId)
      .returning('groupMessageId')
      .executeTakeFirst()
    if (held) ids.add(held.groupMessageId)
  }
  await returnSegments(tx, spent)
  if (ids.size > 0) await enqueue(tx, ...[...ids].map((id) => sendGroupMessageSpec(tx.tenantId, id)))
}
