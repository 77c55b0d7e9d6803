import { sql } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'
import { resolveMergedConversation } from '../number-pairs/index.ts'

/** Tables whose rows move with a conversation, besides messages and drafts. */
export const MOVED_TABLES = ['scheduled_messages', 'short_links', 'notifications'] as const

const MAX_LOCK_ATTEMPTS = 5

/**
 * Locks the contacts of all number pairs in these conversations, in id order and before any conversation. While they
 * are locked, no merge can move a number pair. Returns the conversation that each of the given ones is part of.
 */
export async function lockMergedConversations(tx: TenantTx, ids: readonly string[]): Promise<string[]> {
  const resolveAll = () => Promise.all(ids.map((id) => resolveMergedConversation(tx, id)))
  let resolved = await resolveAll()
  for (let attempt = 0; attempt < MAX_LOCK_ATTEMPTS; attempt++) {
    const all = [...ids, ...resolved]
    await sql`
      select from contacts t where t.tenant_id = ${tx.tenantId} and t.id in (
        select c.contact_id from conversations c where c.tenant_id = ${tx.tenantId} and c.id = any(${all}::uuid[])
        union all
        select v.contact_id from merged_conversations v
        where v.tenant_id = ${tx.tenantId} and (v.id = any(${all}::uuid[]) or v.into_id = any(${all}::uuid[]))
      ) order by t.id for no key update of t`.execute(tx)
    const locked = await resolveAll()
    if (locked.join() === resolved.join()) return locked
    resolved = locked
  }
  throw new Error(`Gave up locking merged conversations after ${MAX_LOCK_ATTEMPTS} attempts.`)
}

/**
 * Interleaves the messages of a locked conversation with those of another by time and renumbers them, keeping the order
 * within each. Messages before the first moved one keep their index.
 */
export async function interleaveMessages(tx: TenantTx, from: string, into: string): Promise<void> {
  // Use negative indexes in between, because the unique index is checked per row.
  await sql`
    with timed as (
      select m.id, m.conversation_id, m.index, max(m.created_at) over (partition by m.conversation_id order by m.index) as at
      from messages m where m.tenant_id = ${tx.tenantId} and m.conversation_id = any(${[from, into]}::uuid[])
    ), numbered as (
      select t.id, t.conversation_id, t.index,
        row_number() over (order by t.at, t.conversation_id = ${from}::uuid, t.index) as n
      from timed t
    )
    update messages m set index = -numbered.n, version = m.version + 1
    from numbered
    where m.tenant_id = ${tx.tenantId} and m.id = numbered.id and numbered.conversation_id = ${into} and numbered.n <> numbered.index`.execute(
    tx,
  )
  await sql`
    with moved as (
      select m.id, row_number() over (order by m.index) as position
      from messages m where m.tenant_id = ${tx.tenantId} and m.conversation_id = ${from}
    ), taken as materialized (
      select abs(m.index) as n from messages m where m.tenant_id = ${tx.tenantId} and m.conversation_id = ${into}
    ), free as (
      select g.n, row_number() over (order by g.n) as position
      from generate_series(1, (select count(*) from moved) + (select count(*) from taken)) as g (n)
      left join taken t on t.n = g.n where t.n is null
    )
    update messages m set conversation_id = ${into}, via_conversation_id = coalesce(m.via_conversation_id, ${from}::uuid),
      index = free.n, version = m.version + 1
    from moved join free on free.position = moved.position
    where m.tenant_id = ${tx.tenantId} and m.id = moved.id`.execute(tx)
  await sql`
    update messages m set index = -m.index
    where m.tenant_id = ${tx.tenantId} and m.conversation_id = ${into} and m.index < 0`.execute(tx)
}

/** Moves the messages of these number pairs to a conversation of their own, and renumbers both without gaps. */
export async function separateMessages(
  tx: TenantTx,
  { from, into, pairIds }: { from: string; into: string; pairIds: readonly string[] },
): Promise<void> {
  const leaves = sql<boolean>`coalesce(m.via_conversation_id = any(${[...pairIds]}::uuid[]), false)`
  await sql`
    update messages m set index = -m.index
    where m.tenant_id = ${tx.tenantId} and m.conversation_id = ${from} and m.index >= (
      select min(m.index) from messages m where m.tenant_id = ${tx.tenantId} and m.conversation_id = ${from} and ${leaves}
    )`.execute(tx)
  await sql`
    with numbered as (
      select m.id, m.index, ${leaves} as leaves, row_number() over (partition by ${leaves} order by abs(m.index)) as n
      from messages m where m.tenant_id = ${tx.tenantId} and m.conversation_id = ${from}
    )
    update messages m set
      conversation_id = case when numbered.leaves then ${into}::uuid else m.conversation_id end,
      via_conversation_id = nullif(m.via_conversation_id, ${into}::uuid), index = numbered.n, version = m.version + 1
    from numbered
    where m.tenant_id = ${tx.tenantId} and m.id = numbered.id and (numbered.leaves or numbered.n <> numbered.index)`.execute(
    tx,
  )
}
