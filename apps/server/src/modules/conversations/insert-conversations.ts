import { sql } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'
import { markHasConversation } from '../contact-rows/index.ts'
import { isBlocked, isOptedOut } from '../messaging/index.ts'
import { countNewConversations } from '../totals/index.ts'
import { conversationStarted } from './events.ts'

/** A contact's number and one of ours. */
export interface NumberPair {
  contactPhone: string
  tenantPhone: string
}

export interface Thread extends NumberPair {
  phoneNumberId: string
  locationId: string
}

interface NewConversation extends Thread {
  /** The contact's row, which the caller has locked. */
  contactId: string
  assigneeId: string | null
  isContactRestricted: boolean
  /** A folder of the location, which the caller has locked. */
  folder: string
  isClosed: boolean
}

/** `startedEvent` is the event of a new conversation; `viaId` is set if the number pair was merged into another one. */
export interface Started {
  id: string
  startedEvent: string | null
  viaId: string | null
}

/**
 * Inserts the conversations of number pairs that have none, with their counts and events; concurrent calls insert each
 * only once. Returns all of them in the same order.
 */
export async function insertConversations(
  tx: TenantTx,
  threads: readonly NewConversation[],
  { source, at }: { source: 'sms' | 'user'; at: string },
): Promise<Started[]> {
  // Merging and unmerging lock the contact too, so under this lock the number pair stays where it is.
  const merged = await findMergedPairs(tx, threads)
  const missing = threads.filter((thread) => !merged.has(keyOf(thread)))
  const inserted = await insertMissing(tx, missing, at)
  const started = missing.filter((thread) => inserted.has(keyOf(thread)))
  const others = await findIdsByPair(
    tx,
    missing.filter((thread) => !inserted.has(keyOf(thread))),
  )
  const visible = started.filter(({ isContactRestricted }) => !isContactRestricted)
  if (visible.length > 0)
    await markHasConversation(
      tx,
      visible.map(({ contactPhone }) => contactPhone),
    )
  await countNewConversations(
    tx,
    started.map(({ assigneeId, ...row }) => ({ ...row, toUserId: assigneeId })),
  )
  const eventIds = await conversationStarted.recordAll(
    tx,
    started.map((thread) => ({
      at,
      scope: thread,
      conversationId: inserted.get(keyOf(thread)) ?? '',
      data: { source, contactId: thread.contactId },
    })),
  )
  const events = new Map(started.map((thread, index) => [keyOf(thread), eventIds[index] ?? null]))
  return threads.map((thread) => {
    const key = keyOf(thread)
    const pair = merged.get(key)
    if (pair) return { id: pair.intoId, startedEvent: null, viaId: pair.id }
    const id = inserted.get(key) ?? others.get(key)
    if (id === undefined) throw new Error('A conversation was not found after its insert conflicted.')
    return { id, startedEvent: events.get(key) ?? null, viaId: null }
  })
}

const keyOf = ({ contactPhone, tenantPhone }: NumberPair): string => `${contactPhone}|${tenantPhone}`

/** SQL: number pairs as rows `p`. */
const pairRows = (pairs: readonly NumberPair[]) =>
  sql`unnest(${pairs.map(({ contactPhone }) => contactPhone)}::text[], ${pairs.map(({ tenantPhone }) => tenantPhone)}::text[]) as p (contact_phone, tenant_phone)`

async function findMergedPairs(tx: TenantTx, pairs: readonly NumberPair[]) {
  const { rows } = await sql<NumberPair & { id: string; intoId: string }>`
    select v.id, v.into_id as "intoId", v.contact_phone as "contactPhone", v.tenant_phone as "tenantPhone" from ${pairRows(pairs)} cross join lateral (
      select v.id, v.into_id, v.contact_phone, v.tenant_phone from merged_conversations v
      where v.tenant_id = ${tx.tenantId} and v.contact_phone = p.contact_phone and v.tenant_phone = p.tenant_phone limit 1
    ) v`.execute(tx)
  return new Map(rows.map((row) => [keyOf(row), row]))
}

/** The ids of the conversations of number pairs, by pair. */
export async function findIdsByPair(tx: TenantTx, pairs: readonly NumberPair[]): Promise<Map<string, string>> {
  if (pairs.length === 0) return new Map()
  const { rows } = await sql<NumberPair & { id: string }>`
    select c.id, c.contact_phone as "contactPhone", c.tenant_phone as "tenantPhone" from ${pairRows(pairs)} cross join lateral (
      select c.id, c.contact_phone, c.tenant_phone from conversations c
      where c.tenant_id = ${tx.tenantId} and c.contact_phone = p.contact_phone and c.tenant_phone = p.tenant_phone limit 1
    ) c`.execute(tx)
  return new Map(rows.map((row) => [keyOf(row), row.id]))
}

/** Returns the ids of those it inserted, by pair; the others were inserted by someone else at the same time. */
async function insertMissing(tx: TenantTx, threads: readonly NewConversation[], at: string) {
  if (threads.length === 0) return new Map<string, string>()
  const values = threads.map((thread) => ({
    id: newId(),
    contact_id: thread.contactId,
    phone_number_id: thread.phoneNumberId,
    contact_phone: thread.contactPhone,
    tenant_phone: thread.tenantPhone,
    location_id: thread.locationId,
    to_user_id: thread.assigneeId,
    is_contact_restricted: thread.isContactRestricted,
    folder: thread.folder,
    is_closed: thread.isClosed,
  }))
  const [contactPhone, tenantPhone] = [sql<string>`w.contact_phone`, sql<string>`w.tenant_phone`]
  // In the order of the numbers, so that concurrent inserts don't deadlock.
  const { rows } = await sql<NumberPair & { id: string }>`
    insert into conversations (
      tenant_id, id, contact_id, phone_number_id, contact_phone, tenant_phone, location_id, to_user_id, is_blocked, is_opted_out,
      is_contact_restricted, folder, is_closed, sorted_at, created_at
    )
    select ${tx.tenantId}::uuid, w.id, w.contact_id, w.phone_number_id, w.contact_phone, w.tenant_phone, w.location_id,
      w.to_user_id, f.is_blocked, f.is_opted_out, w.is_contact_restricted, w.folder, w.is_closed, ${at}::timestamptz,
      ${at}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as w (
      id uuid, contact_id uuid, phone_number_id uuid, contact_phone text, tenant_phone text, location_id uuid, to_user_id uuid,
      is_contact_restricted bool, folder text, is_closed bool
    )
    cross join lateral (
      select ${isBlocked(tx, contactPhone)} as is_blocked, ${isOptedOut(tx, contactPhone, tenantPhone)} as is_opted_out limit 1
    ) f
    order by w.contact_phone, w.tenant_phone
    on conflict (tenant_id, contact_phone, tenant_phone) do nothing
    returning id, contact_phone as "contactPhone", tenant_phone as "tenantPhone"`.execute(tx)
  return new Map(rows.map((row) => [keyOf(row), row.id]))
}
