import type { Conversation } from '@frontdesk/contract/api'
import { fromSid } from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { accessConversations } from './access.ts'
import { changeConversations, changeManyQuietly } from './change-conversations.ts'
import type { ConversationDeps } from './deps.ts'
import { conversationFoldered } from './events.ts'
import { findConversationsByIds } from './queries.ts'

interface Move {
  sids: readonly string[]
  folderKey: string
  /** What the folder is called at a location; refuses where there is none. */
  nameAt: (locationID: string) => Promise<string>
}

/** Moves conversations into a folder of their locations and returns all of them as they are then. */
export async function setFolder(
  deps: ConversationDeps,
  tx: TenantTx,
  actor: Actor,
  { sids, folderKey, nameAt }: Move,
): Promise<Conversation[]> {
  const ids = [...new Set(sids.map(fromSid))]
  const byName = new Map<string, string[]>()
  const names = new Map<string, string>()
  for (const { sid, attributes } of await accessConversations(tx, actor, ids)) {
    const { locationID } = attributes
    const name = names.get(locationID) ?? (await nameAt(locationID))
    names.set(locationID, name)
    byName.set(name, [...(byName.get(name) ?? []), fromSid(sid)])
  }
  for (const [name, those] of byName) {
    await changeConversations(deps, tx, {
      ids: those,
      set: { folder: folderKey },
      event: conversationFoldered.of({ folderKey }),
      update: { kind: 'foldered', value: name },
      by: actor,
      at: deps.now(),
    })
  }
  return findConversationsByIds(tx, actor, ids)
}

/** Everything in a folder of a location, into another one of it. Open screens read their lists anew. */
export async function emptyFolder(
  tx: TenantTx,
  { locationId, from, to, by, at }: { locationId: string; from: string; to: string; by: Actor; at: string },
): Promise<void> {
  await changeManyQuietly(tx, {
    which: sql<boolean>`c.location_id = ${locationId} and c.folder = ${from}`,
    set: { folder: to },
    event: conversationFoldered.of({ folderKey: to }),
    by,
    at,
  })
}

/** From the kept totals, whoever may see them. */
export async function countInFolder(
  tx: TenantTx,
  { locationID, folderKey }: { locationID: string; folderKey: string },
): Promise<{ open: number; closed: number }> {
  const { rows } = await sql<{ open: number; closed: number }>`
    select coalesce(sum(n.n) filter (where not n.is_closed), 0)::int as open,
      coalesce(sum(n.n) filter (where n.is_closed), 0)::int as closed
    from conversation_counts n
    where n.tenant_id = ${tx.tenantId} and n.location_id = ${locationID} and n.folder = ${folderKey}`.execute(tx)
  return rows[0] ?? { open: 0, closed: 0 }
}
