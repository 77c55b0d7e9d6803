import { z } from 'zod'
import { shift } from '../../platform/clock.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { defineJob } from '../../platform/jobs/define-job.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import { findPerson } from '../accounts/index.ts'
import type { SendDeps } from '../messages/index.ts'
import {
  type GroupMessageRow,
  lockGroupMessage,
  publishGroupMessage,
  updateGroupMessage,
  updateRecipient,
} from './rows.ts'
import { SEND_GROUP_MESSAGE, sendGroupMessageSpec } from './send-spec.ts'
import { sendToRecipient } from './send-to-recipient.ts'
import { maySendTo, recordGroupMessageChanged } from './start-group-message.ts'
import { cancelRemaining } from './stop-group-message.ts'

/** Recipients per transaction, so that a teammate's text in one of their conversations waits only briefly. */
const BATCH = 10
/**
 * How many texts of a group message may wait for the carrier. More would go out after it is stopped, and late ones in
 * quiet hours.
 */
const QUEUED_MAX = 20
const QUEUED_CHECK_MS = 500
/** Throttles progress events: open screens refetch on each of them. */
const PUBLISH_EVERY_MS = 1000

/**
 * Sends a group message in batches. The messages of a batch and the states of its recipients share a transaction, so a
 * run that is killed continues after the last committed batch, and no one gets it twice.
 */
export const sendGroupMessage = defineJob({
  name: SEND_GROUP_MESSAGE,
  lane: 'background',
  payload: z.object({ tenantId: z.uuid(), id: z.uuid() }),
  run: async (deps: SendDeps, { tenantId, id }) => {
    let publishedAt = 0
    for (;;) {
      const hasMore = await deps.inTenant({ tenantId }, async (tx) => {
        const row = await lockGroupMessage(tx, id)
        if (row?.state !== 'running') return false
        if (performance.now() - publishedAt > PUBLISH_EVERY_MS) {
          publishedAt = performance.now()
          publishGroupMessage(tx, row, null)
        }
        return sendBatch(deps, tx, row)
      })
      if (!hasMore) return
    }
  },
})

/** Sends to the next recipients of a locked group message. Returns whether the caller continues. */
export async function sendBatch(deps: SendDeps, tx: TenantTx, row: GroupMessageRow): Promise<boolean> {
  // Re-check with current rights, which may have been revoked since the start.
  const author = await findPerson(tx, row.authorUserId)
  if (!author || !maySendTo(author, row.total)) {
    await cancelRemaining(tx, row, 'not-allowed', null)
    return false
  }
  const at = tx.now()
  const spec = sendGroupMessageSpec(tx.tenantId, row.id)
  if ((await countQueued(tx, row.id)) >= QUEUED_MAX) {
    await enqueue(tx, { ...spec, runAt: shift(at, QUEUED_CHECK_MS) })
    return false
  }
  const contactIds = await findNextRecipients(tx, row.id, at)
  for (const contactId of contactIds) {
    const result = await sendToRecipient(deps, tx, { row, author, contactId })
    await updateRecipient(tx, { groupMessageId: row.id, contactId }, result)
  }
  if (contactIds.length > 0) return true
  const resumesAt = await findEarliestHeld(tx, row.id)
  if (resumesAt !== null) await enqueue(tx, { ...spec, runAt: resumesAt })
  else await recordGroupMessageChanged(tx, await updateGroupMessage(tx, row, { state: 'done', finishedAt: at }), null)
  return false
}

/** How many of the texts written last wait for the carrier. */
async function countQueued(tx: TenantTx, groupMessageId: string): Promise<number> {
  const rows = await tx
    .selectFrom(({ selectFrom }) =>
      selectFrom('groupRecipients as r')
        .where('r.tenantId', '=', tx.tenantId)
        .where('r.groupMessageId', '=', groupMessageId)
        .where('r.state', '=', 'sent')
        .orderBy('r.handledAt', 'desc')
        .limit(QUEUED_MAX + BATCH)
        .select('r.messageId')
        .as('r'),
    )
    .innerJoin('messages as m', (join) => join.on('m.tenantId', '=', tx.tenantId).onRef('m.id', '=', 'r.messageId'))
    .where('m.deliveryStatus', '=', 'queued')
    .select('m.id')
    .execute()
  return rows.length
}

/** Recipients whose quiet hours have ended come first, then pending ones. */
async function findNextRecipients(tx: TenantTx, groupMessageId: string, at: string): Promise<string[]> {
  const recipients = tx
    .selectFrom('groupRecipients')
    .where('tenantId', '=', tx.tenantId)
    .where('groupMessageId', '=', groupMessageId)
    .select('contactId')
    .limit(BATCH)
  const held = await recipients.where('state', '=', 'held').where('heldUntil', '<=', at).orderBy('heldUntil').execute()
  const rows = held.length > 0 ? held : await recipients.where('state', '=', 'pending').orderBy('contactId').execute()
  return rows.map(({ contactId }) => contactId)
}

async function findEarliestHeld(tx: TenantTx, groupMessageId: string): Promise<string | null> {
  const held = await tx
    .selectFrom('groupRecipients')
    .where('tenantId', '=', tx.tenantId)
    .where('groupMessageId', '=', groupMessageId)
    .where('state', '=', 'held')
    .orderBy('heldUntil')
    .limit(1)
    .select('heldUntil')
    .executeTakeFirst()
  return held?.heldUntil ?? null
}
