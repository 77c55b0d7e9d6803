import { TIMELINE_CONVERSATIONS_MAX } from '@frontdesk/contract/rules'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { accessContact, phonesOf } from '../contacts/index.ts'
import { findByPhoneNumbers, type OwnConversationRow } from '../conversations/index.ts'
import { isThreadOf } from '../number-pairs/index.ts'
import { findMessages, type MessageRow } from '../threads/index.ts'
import { isVisible } from '../visibility/index.ts'

interface Query {
  contactId: string
  pageSize: number
  before: { conversationId: string; index: number }[]
}

interface Page {
  conversations: OwnConversationRow[]
  items: MessageRow[]
  hasPrevPage: boolean
}

/**
 * All conversations of a contact as one, by time. Messages of one conversation keep their order, whatever their times.
 */
export async function readTimeline(tx: TenantTx, actor: Actor, { contactId, pageSize, before }: Query): Promise<Page> {
  const phones = phonesOf(await accessContact(tx, actor, contactId))
  const visible = await findByPhoneNumbers(tx, actor, phones, null)
  const conversations = visible.slice(0, TIMELINE_CONVERSATIONS_MAX)
  if (conversations.length === 0) throw new AppError('ContactNotFound')
  const ids = conversations.map(({ id }) => id)
  const { items, hasPrevPage } = await listNewest(tx, ids, { pageSize, before, fits: sql`true` })
  return { conversations, items: items.toReversed(), hasPrevPage }
}

export type Kind = 'media' | 'update'

/** Conditions in the words of the partial indexes of messages. */
const OF_KIND: Record<Kind, RawBuilder<boolean>> = {
  media: sql`m.type not in ('text', 'note', 'update')`,
  update: sql`m.type = 'update'`,
}

/** Media or updates of all conversations of a contact, newest first. */
export async function listByKind(
  tx: TenantTx,
  actor: Actor,
  { contactId, kind, ...page }: Query & { kind: Kind },
): Promise<Omit<Page, 'conversations'>> {
  const ids = (await findConversationIds(tx, actor, contactId)).slice(0, TIMELINE_CONVERSATIONS_MAX)
  return listNewest(tx, ids, { ...page, fits: OF_KIND[kind] })
}

/** The conversations with a contact that the actor may see, the latest first. */
export async function findConversationIds(tx: TenantTx, actor: Actor, contactId: string): Promise<string[]> {
  const phones = phonesOf(await accessContact(tx, actor, contactId))
  const rows = await tx
    .selectFrom('conversations as c')
    .where('c.tenantId', '=', tx.tenantId)
    .where(isThreadOf(tx, sql`${phones}::text[]`))
    .where(isVisible(actor, 'c'))
    .orderBy('c.sortedAt', 'desc')
    .orderBy('c.id', 'desc')
    .select('c.id')
    .execute()
  return rows.map(({ id }) => id)
}

interface Newest extends Omit<Query, 'contactId'> {
  fits: RawBuilder<boolean>
}

async function listNewest(
  tx: TenantTx,
  ids: readonly string[],
  { pageSize, before, fits }: Newest,
): Promise<Omit<Page, 'conversations'>> {
  const cursors = new Map(before.map(({ conversationId, index }) => [conversationId, index]))
  const edges = ids.map((id) => cursors.get(id) ?? 2_147_483_647)
  const { rows } = await sql<Pick<MessageRow, 'id'>>`
    select page.id from unnest(${[...ids]}::uuid[], ${edges}::int[]) as r (id, edge)
    cross join lateral (
      select m.id, m.index, min(m.created_at) over (order by m.index desc) as at
      from (
        select m.id, m.index, m.created_at from messages m
        where m.tenant_id = ${tx.tenantId} and m.conversation_id = r.id and m.index < r.edge and ${fits}
        order by m.index desc limit ${pageSize + 1}
      ) m
    ) page
    order by page.at desc, r.id, page.index desc limit ${pageSize + 1}`.execute(tx)
  const shown = rows.slice(0, pageSize).map(({ id }) => id)
  const messages = new Map((await findMessages(tx, shown)).map((row) => [row.id, row]))
  return { items: shown.flatMap((id) => messages.get(id) ?? []), hasPrevPage: rows.length > pageSize }
}
