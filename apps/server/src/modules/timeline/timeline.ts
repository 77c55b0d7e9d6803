import { TIMELINE_CONVERSATIONS_MAX } from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { findByPhoneNumbers, type OwnConversationRow } from '../conversations/index.ts'
import { contactPhones } from '../number-pairs/index.ts'
import { findMessages, type MessageRow } from '../threads/index.ts'
import { mustSeeContact } from '../visibility/index.ts'

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

/** All conversations of a contact as one, by time. Messages of one conversation keep their order, whatever their times. */
export async function readTimeline(tx: TenantTx, actor: Actor, { contactId, pageSize, before }: Query): Promise<Page> {
  await mustSeeContact(tx, actor, contactId)
  const contact = await tx
    .selectFrom('contacts as t')
    .where('t.tenantId', '=', tx.tenantId)
    .where('t.id', '=', contactId)
    .select(contactPhones().as('phones'))
    .executeTakeFirst()
  const visible = contact ? await findByPhoneNumbers(tx, actor, contact.phones, null) : []
  const conversations = visible.slice(0, TIMELINE_CONVERSATIONS_MAX)
  if (conversations.length === 0) throw new AppError('ContactNotFound')

  const cursors = new Map(before.map(({ conversationId, index }) => [conversationId, index]))
  const ids = conversations.map(({ id }) => id)
  const edges = ids.map((id) => cursors.get(id) ?? 2_147_483_647)
  const { rows } = await sql<Pick<MessageRow, 'id'>>`
    select page.id from unnest(${ids}::uuid[], ${edges}::int[]) as r (id, edge)
    cross join lateral (
      select m.id, m.index, min(m.created_at) over (order by m.index desc) as at
      from (
        select m.id, m.index, m.created_at from messages m
        where m.tenant_id = ${tx.tenantId} and m.conversation_id = r.id and m.index < r.edge
        order by m.index desc limit ${pageSize + 1}
      ) m
    ) page
    order by page.at desc, r.id, page.index desc limit ${pageSize + 1}`.execute(tx)
  const shown = rows.slice(0, pageSize).map(({ id }) => id)
  const messages = new Map((await findMessages(tx, shown)).map((row) => [row.id, row]))
  return {
    conversations,
    items: shown.toReversed().flatMap((id) => messages.get(id) ?? []),
    hasPrevPage: rows.length > pageSize,
  }
}
