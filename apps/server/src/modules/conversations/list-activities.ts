import type { TenantTx } from '../../platform/database/database.ts'
import { findMessages } from './queries.ts'

const ACTIVITIES = 30

/** What was done with a conversation the caller has access to, newest first. */
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
