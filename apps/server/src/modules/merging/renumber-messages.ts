import { sql } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'
import { resolveMergedConversation } from '../number-pairs/index.ts'

/** What belongs to a conversation beside its messages and drafts, and moves with it. */
export const MOVED_TABLES = ['scheduled_messages', 'short_links', 'notifications'] as const

/**
 * Holds the contacts of all pairs of numbers in these conversations, in one order and before any conversation: as long as
 * they are held, which conversation a pair stands in does not change. Returns where each one stands.
 */
export async function lockPlaces(tx: TenantTx, ids: readonly string[]): Promise<string[]> {
  const findPlaces = () => Promise.all(ids.map((id) => resolveMergedConversation(tx, id)))
  let places = await findPlaces()
  for (let again = 0; again < 5; again++) {
    const all = [...ids, ...places]
    await sql`
      select from contacts t where t.tenant_id = ${tx.tenantId} and t.id in (
        select c.contact_id from conversations c where c.tenant_id = ${tx.tenantId} and c.id = any(${all}::uuid[])
        union all
        select v.contact_id from merged_conversations v
        where v.tenant_id = ${tx.tenantId} and (v.id = any(${all}::uuid[]) or v.into_id = any(${all}::uuid[]))
      ) order by t.id for no key update of t`.execute(tx)
    const held = await findPlaces()
    if (held.join() === places.join()) return held
    places = held
  }
  throw new Error('Conversations are merged faster than they can be held.')
}

/**
 * Puts the messages of one locked conversation among those of another by time, each in its own order whatever the clocks
 * said, and numbers them anew. Those before the first one that comes in stay as they are.
 */
export async function interleaveMessages(tx: TenantTx, from: string, into: string): Promise<void> {
  // Below zero first: an index is unique at every moment.
  await sql`
    with said as (
      select m.id, m.conversation_id, m.index, max(m.created_at) over (partition by m.conversation_id order by m.index) as at
      from messages m where m.tenant_id = ${tx.tenantId} and m.conversation_id = any(${[from, into]}::uuid[])
    ), numbered as (
      select s.id, s.conversation_id, s.index,
        row_number() over (order by s.at, s.conversation_id = ${from}::uuid, s.index) as n
      from said s
    )
    update messages m set index = -numbered.n, version = m.version + 1
    from numbered
    where m.tenant_id = ${tx.tenantId} and m.id = numbered.id and numbered.conversation_id = ${into} and numbered.n <> numbered.index`.execute(
    tx,
  )
  await sql`
    with mine as (
      select m.id, row_number() over (order by m.index) as k
      from messages m where m.tenant_id = ${tx.tenantId} and m.conversation_id = ${from}
    ), taken as materialized (
      select abs(m.index) as n from messages m where m.tenant_id = ${tx.tenantId} and m.conversation_id = ${into}
    ), free as (
      select g.n, row_number() over (order by g.n) as k
      from generate_series(1, (select count(*) from mine) + (select count(*) from taken)) as g (n)
      left join taken t on t.n = g.n where t.n is null
    )
    update messages m set conversation_id = ${into}, via_conversation_id = coalesce(m.via_conversation_id, ${from}::uuid),
      index = free.n, version = m.version + 1
    from mine join free on free.k = mine.k
    where m.tenant_id = ${tx.tenantId} and m.id = mine.id`.execute(tx)
  await sql`
    update messages m set index = -m.index
    where m.tenant_id = ${tx.tenantId} and m.conversation_id = ${into} and m.index < 0`.execute(tx)
}

/** The other way round: the messages of these pairs leave for a conversation of their own; both are numbered without gaps. */
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
