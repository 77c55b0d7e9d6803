import { sql } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'
import { changeManyQuietly } from './change-conversations.ts'
import { conversationMoved } from './events.ts'

/** Moves all conversations of a location to another one. Open screens refetch their lists. */
export async function moveConversations(
  tx: TenantTx,
  { from, to, by, at }: { from: string; to: string; by: { userId: string; displayName: string }; at: string },
): Promise<void> {
  await changeManyQuietly(tx, {
    which: sql<boolean>`c.location_id = ${from}`,
    set: { locationId: to },
    event: conversationMoved.of(),
    by,
    at,
  })
}
