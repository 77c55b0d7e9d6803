import { sql } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'
import { findMessages } from './queries.ts'
import { toMessage } from './rows.ts'

const ACTIVITIES = 30

/** What was done with a conversation the caller has access to, newest first. */
export async function listActivities(tx: TenantTx, conversationId: string, beforeIndex: number | undefined) {
  const { rows } = await sql<{ id: string }>`
    select m.id from messages m
    where m.tenant_id = ${tx.tenantId} and m.conversation_id = ${conversationId} and m.type = 'update'
      ${beforeIndex === undefined ? sql`` : sql`and m.index < ${beforeIndex}`}
    order by m.index desc limit ${ACTIVITIES + 1}`.execute(tx)
  const messages = await findMessages(
    tx,
    rows.slice(0, ACTIVITIES).map(({ id }) => id),
  )
  return { items: messages.map(toMessage).toReversed(), hasMore: rows.length > ACTIVITIES }
}
