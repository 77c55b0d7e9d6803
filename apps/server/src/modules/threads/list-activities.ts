import type { TenantTx } from '../../platform/database/database.ts'
import { findMessages } from './queries.ts'

const ACTIVITIES = 30

/** Lists the updates of a conversation, newest first. The caller has checked access. */
export async function listActivities(tx: TenantTx, conversationId: string, beforeIndex: number | undefined) {
  const updates = tx
    .selectFrom('messages')
    .where('tenantId', '=', tx.tenantId)
    .where('conversationId', '=', conversationId)
    .where('type', '=', 'update')
    .orderBy('index', 'desc')
    .limit(ACTIVITIES + 1)
    .select('id')
  const rows = await (beforeIndex === undefined ? updates : updates.where('index', '<', beforeIndex)).execute()
  const messages = await findMessages(
    tx,
    rows.slice(0, ACTIVITIES).map(({ id }) => id),
  )
  return { items: messages.toReversed(), hasMore: rows.length > ACTIVITIES }
}
