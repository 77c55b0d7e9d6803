import type { TenantTx } from '../../../platform/database/database.ts'
import { enqueue } from '../../../platform/jobs/enqueue.ts'
import type { ConversationDeps } from '../../conversations/index.ts'
import { changeDelivery, toDeliveryStatus } from './change-delivery.ts'
import { sendSpec } from './delivery-jobs.ts'

export interface StatusReport {
  providerSid: string
  status: string
  errorCode: number | null
  /** From the callback URL; absent when we fetched the status by the carrier's id. */
  messageId: string | null
}

/** Stores a delivery report, each status once, and advances the message's status if the ladder allows. */
export async function receiveStatus(
  deps: ConversationDeps,
  tx: TenantTx,
  report: StatusReport,
): Promise<'changed' | 'unchanged'> {
  const message = await tx
    .selectFrom('messages')
    .where('tenantId', '=', tx.tenantId)
    .where((where) =>
      report.messageId ? where('id', '=', report.messageId) : where('providerSid', '=', report.providerSid),
    )
    .select(['id', 'conversationId', 'providerSid'])
    .executeTakeFirst()
  const status = toDeliveryStatus(report.status)
  if (!message || !status) return 'unchanged'
  const stored = await tx
    .insertInto('messageStatuses')
    .values({
      tenantId: tx.tenantId,
      messageId: message.id,
      status: report.status,
      providerSid: report.providerSid,
      errorCode: report.errorCode,
      receivedAt: tx.now(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('messageId')
    .executeTakeFirst()
  if (!stored) return 'unchanged'
  const { providerSid, errorCode } = report
  const isChanged = await changeDelivery(deps, tx, { messageId: message.id, status, providerSid, errorCode })
  // The job that sent it may have died, so continue with the messages queued behind it.
  if (isChanged && message.providerSid === null)
    await enqueue(tx, sendSpec({ tenantId: tx.tenantId, conversationId: message.conversationId }))
  return isChanged ? 'changed' : 'unchanged'
}
