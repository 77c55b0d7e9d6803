import type { ContactActivity } from '@frontdesk/contract/api'
import { type ActivityFilter, CONTACT_PAYMENT_KINDS } from '@frontdesk/contract/rules'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { readCursor } from '../../platform/paging.ts'
import { mainContactId } from '../contact-rows/index.ts'
import { accessContact, getContactWithRows, phonesOf } from '../contacts/index.ts'
import { isGroupMessageVisible } from '../group-messages/index.ts'
import { isThreadOf } from '../number-pairs/index.ts'
import { visiblePaymentsOf } from '../payment-documents/index.ts'
import { isContactVisible, isVisible } from '../visibility/index.ts'
import { readNames } from './names.ts'
import { type StoredActivity, toActivity } from './stored-activity.ts'

interface Query {
  contactId: string
  filter: ActivityFilter
  pageSize: number
  cursor?: string | undefined
}

/** A page of a contact’s activities, newest first, as far as the actor sees them. */
export async function listActivities(
  tx: TenantTx,
  actor: Actor,
  { contactId, filter, pageSize, cursor }: Query,
): Promise<{ activities: ContactActivity[]; nextCursor: string | null }> {
  const contact = await accessContact(tx, actor, contactId)
  const { rowIds, values } = await getContactWithRows(tx, contact)
  const phones = phonesOf(contact)
  const branches = branchesOf(tx, actor, {
    contactId: contact.id,
    rowIds,
    phones,
    conversationIds: await findConversationIds(tx, actor, phones),
    added: values,
    before: cursor === undefined ? null : readCursor(cursor),
    limit: pageSize + 1,
  })
  const chosen = filter === 'all' ? branches.all : branches[filter]
  const { rows } = await sql<StoredActivity>`
    select a.at, a.id, a.source, coalesce(u.display_name, a.author) as actor, a.data
    from (${sql.join(chosen, sql` union all `)}) a
    left join lateral (
      select u.display_name from users u where u.tenant_id = ${tx.tenantId} and u.id = a.user_id limit 1
    ) u on true
    order by a.at desc, a.id desc limit ${pageSize + 1}`.execute(tx)
  const shown = rows.slice(0, pageSize)
  const names = await readNames(tx, shown)
  const activities = shown.map((row) => toActivity(row, names))
  return { activities, nextCursor: rows.length > pageSize ? (activities.at(-1)?.id ?? null) : null }
}

/** The conversations with these numbers that the actor may see. */
async function findConversationIds(tx: TenantTx, actor: Actor, phones: readonly string[]): Promise<string[]> {
  const rows = await tx
    .selectFrom('conversations as c')
    .where('c.tenantId', '=', tx.tenantId)
    .where(isThreadOf(tx, sql`${[...phones]}::text[]`))
    .where(isVisible(actor, 'c'))
    .select('c.id')
    .execute()
  return rows.map(({ id }) => id)
}

interface Scope {
  contactId: string
  rowIds: string[]
  phones: string[]
  conversationIds: string[]
  added: { createdAt: string; source: string; addedBy: string | null; importId: string | null }
  before: { sortedAt: string; id: string } | null
  limit: number
}

/**
 * SQL: the sources of activities, by filter. Each reads at most a page, in the order of an index: of a row of the
 * contact, of a number, or of a conversation.
 */
function branchesOf(
  tx: TenantTx,
  actor: Actor,
  { contactId, rowIds, phones, conversationIds, added, before, limit }: Scope,
): Record<ActivityFilter, RawBuilder<unknown>[]> {
  const tenantId = tx.tenantId
  const isBefore = (at: string, id: string) =>
    before ? sql`(${sql.ref(at)}, ${sql.ref(id)}) < (${before.sortedAt}::timestamptz, ${before.id}::uuid)` : sql`true`
  const newest = (at: string, id: string) => sql`order by ${sql.ref(at)} desc, ${sql.ref(id)} desc limit ${limit}`
  const rowsOfContact = sql`unnest(${rowIds}::uuid[]) as r (id)`
  const isOfContact = (column: string) => sql`${sql.ref(column)} = any(${rowIds}::uuid[])`

  const stored = (condition: RawBuilder<unknown>) => sql`
    select a.created_at as at, a.id, 'stored' as source, a.actor_user_id as user_id, null::text as author, jsonb_build_object(
      'kind', a.kind, 'before', a.before, 'after', a.after, 'cause', a.cause, 'importId', a.import_id, 'phone', a.phone
    ) as data
    from ${rowsOfContact} cross join lateral (
      select * from contact_activities a
      where a.tenant_id = ${tenantId} and a.contact_id = r.id and ${condition} and ${isBefore('a.created_at', 'a.id')}
      ${newest('a.created_at', 'a.id')}
    ) a`

  const contactAdded = sql`
    select a.created_at, a.id, 'added', ${added.addedBy}::uuid, null,
      jsonb_build_object('source', ${added.source}::text, 'importId', ${added.importId}::uuid)
    from (select ${added.createdAt}::timestamptz as created_at, ${contactId}::uuid as id) a
    where ${isBefore('a.created_at', 'a.id')}`

  // The contact that was merged is named only while the actor may see it. The ids of the two entries of a merge differ.
  const mergesBy = (verb: 'merged' | 'unmerged', side: 'survivor_id' | 'other_id') => {
    const [own, at, by] = [sql.ref(`m.${side}`), `m.${verb}_at`, sql.ref(`m.${verb}_by`)]
    const other = sql.ref(side === 'survivor_id' ? 'm.other_id' : 'm.survivor_id')
    const id = verb === 'merged' ? 'm.id' : 'm.other_id'
    const name = side === 'survivor_id' ? 'other' : 'survivor'
    return sql`
      select m.at, m.entry_id, ${sql.lit(verb)}, m.by, null,
        jsonb_build_object('name', case when t.id is not null then m.name end, 'phone', t.phone)
      from (
        select ${sql.ref(at)} as at, ${sql.ref(id)} as entry_id, ${by} as by, ${other} as other_id,
          m.before -> ${sql.lit(name)} -> 'values' ->> 'name' as name
        from contact_merges m
        where m.tenant_id = ${tenantId} and ${own} = any(${rowIds}::uuid[])
          ${side === 'other_id' ? sql`and not ${isOfContact('m.survivor_id')}` : sql``}
          and ${sql.ref(at)} is not null and ${isBefore(at, id)}
        ${newest(at, id)}
      ) m left join lateral (
        select t.id, o.phone from contacts o
        join contacts t on t.tenant_id = ${tenantId} and t.id = ${mainContactId('o')}
        where o.tenant_id = ${tenantId} and o.id = m.other_id and ${isContactVisible(tx, actor)} limit 1
      ) t on true`
  }
  const merges = (['merged', 'unmerged'] as const).flatMap((verb) =>
    (['survivor_id', 'other_id'] as const).map((side) => mergesBy(verb, side)),
  )

  const contactNotes = sql`
    select n.created_at, n.id, 'note', n.author_user_id, n.author, jsonb_build_object('note', n.note)
    from ${rowsOfContact} cross join lateral (
      select * from contact_notes n
      where n.tenant_id = ${tenantId} and n.contact_id = r.id and ${isBefore('n.created_at', 'n.id')}
      ${newest('n.created_at', 'n.id')}
    ) n`

  const inConversations = (condition: RawBuilder<unknown>) => sql`
    select m.created_at, m.id, m.type, m.author_user_id, nullif(m.author, ''), jsonb_build_object(
      'conversationId', c.id, 'note', case when m.type = 'note' then m.body end, 'update', m.data -> 'update'
    )
    from unnest(${conversationIds}::uuid[]) as c (id) cross join lateral (
      select m.created_at, m.id, m.type, m.author_user_id, m.author, m.body, m.data from messages m
      where m.tenant_id = ${tenantId} and m.conversation_id = c.id and m.type in ('note', 'update') and ${condition}
        and ${isBefore('m.created_at', 'm.id')}
      ${newest('m.created_at', 'm.id')}
    ) m`
  const updateKind = sql`m.data -> 'update' ->> 'kind'`
  // A status or location change made to a conversation together with its contact is listed once, as the change of the
  // contact.
  const isOwnUpdate = sql`m.type = 'update' and not (${updateKind} in ('status-changed', 'moved') and exists (
    select from ${rowsOfContact} cross join lateral (
      select from contact_activities s
      where s.tenant_id = ${tenantId} and s.contact_id = r.id and s.created_at = m.created_at
        and s.after ? case ${updateKind} when 'moved' then 'locationId' else 'statusKey' end limit 1
    ) s
  ))`

  const sentGroupMessages = sql`
    select g.handled_at, g.message_id, 'message', g.author_user_id, g.author, jsonb_build_object(
      'conversationId', g.conversation_id, 'kind', g.kind, 'name', g.group_name, 'text', g.text
    )
    from ${rowsOfContact} cross join lateral (
      select p.handled_at, p.message_id, m.conversation_id, m.body as text, g.author_user_id, g.author, g.kind,
        case when ${isGroupMessageVisible(actor)} then g.group_name end as group_name
      from group_recipients p
      join group_messages g on g.tenant_id = ${tenantId} and g.id = p.group_message_id
      join messages m on m.tenant_id = ${tenantId} and m.id = p.message_id
      where p.tenant_id = ${tenantId} and p.contact_id = r.id and p.state = 'sent'
        and m.conversation_id = any(${conversationIds}::uuid[]) and ${isBefore('p.handled_at', 'p.message_id')}
      ${newest('p.handled_at', 'p.message_id')}
    ) g`

  // Someone who was merged gets it as the other contact.
  const withheld = sql`
    select g.handled_at, g.id, 'withheld', g.author_user_id, g.author, jsonb_build_object(
      'kind', g.kind, 'name', g.group_name, 'outcome', g.state, 'reason', g.reason,
      'heldUntil', case when g.reason <> 'missed' then g.held_until end,
      'holiday', case when g.state = 'held' then g.held_holiday end
    )
    from ${rowsOfContact} cross join lateral (
      select p.handled_at, p.state, p.reason, p.held_until, p.held_holiday, g.id, g.author_user_id, g.author, g.kind, g.group_name
      from group_recipients p
      join group_messages g on g.tenant_id = ${tenantId} and g.id = p.group_message_id
      where p.tenant_id = ${tenantId} and p.contact_id = r.id and p.handled_at is not null and p.reason <> 'merged'
        and (p.state = 'skipped' or p.state = 'held' and g.state in ('running', 'paused'))
        and ${isGroupMessageVisible(actor)} and ${isBefore('p.handled_at', 'g.id')}
      ${newest('p.handled_at', 'g.id')}
    ) g`

  const consent = sql`
    select e.created_at, e.id, 'consent', e.recorded_by, null, jsonb_build_object(
      'kind', e.kind, 'purpose', e.purpose, 'source', e.source, 'phone', e.contact_phone, 'importId', e.import_id
    )
    from unnest(${phones}::text[]) as p (phone) cross join lateral (
      select * from consent_events e
      where e.tenant_id = ${tenantId} and e.contact_phone = p.phone and e.kind <> 'help'
        and ${isBefore('e.created_at', 'e.id')}
      ${newest('e.created_at', 'e.id')}
    ) e`

  const payments = sql`
    select a.created_at, a.id, 'payment', a.actor_user_id, null, jsonb_build_object(
      'paymentID', d.id, 'documentKind', d.kind, 'invoiceNumber', d.invoice_number, 'currency', d.currency,
      'activity', a.kind, 'amount', a.amount
    )
    from (${visiblePaymentsOf(tx, actor, rowIds)}) d cross join lateral (
      select a.created_at, a.id, a.actor_user_id, a.kind, a.amount from payment_activities a
      where a.tenant_id = ${tenantId} and a.document_id = d.id and a.kind = any(${[...CONTACT_PAYMENT_KINDS]}::text[])
        and ${isBefore('a.created_at', 'a.id')}
      ${newest('a.created_at', 'a.id')}
    ) a`

  const isNoteDeleted = sql`a.kind = 'note-deleted'`
  return {
    all: [
      stored(sql`true`),
      contactAdded,
      ...merges,
      contactNotes,
      inConversations(sql`(m.type = 'note' or ${isOwnUpdate})`),
      sentGroupMessages,
      withheld,
      consent,
      payments,
    ],
    changes: [stored(sql`not ${isNoteDeleted}`), contactAdded, ...merges],
    conversations: [withColumnNames(inConversations(isOwnUpdate)), sentGroupMessages, withheld],
    notes: [
      stored(isNoteDeleted),
      contactNotes,
      inConversations(sql`(m.type = 'note' or ${updateKind} = 'note-deleted')`),
    ],
    consent: [withColumnNames(consent)],
    payments: [withColumnNames(payments)],
  }
}

/** SQL: the first part of a union names its columns. */
const withColumnNames = (branch: RawBuilder<unknown>) =>
  sql`select * from (${branch}) as b (at, id, source, user_id, author, data)`
