import { CONTACT_PAYMENT_KINDS } from '@frontdesk/contract/rules'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { mainContactId } from '../contact-rows/index.ts'
import { isGroupMessageVisible } from '../group-messages/index.ts'
import { visiblePaymentsOf } from '../payment-documents/index.ts'
import { isContactVisible } from '../visibility/index.ts'

// Each source reads at most a page, in the order of an index: of a row of the contact, of a number, or of a
// conversation. All have the columns at, id, source, user_id, author and data.

type Source = RawBuilder<unknown>

/** Of which contact the activities are read, and from where on. */
export interface ActivityScope {
  contactId: string
  rowIds: string[]
  phones: string[]
  conversationIds: string[]
  added: { createdAt: string; source: string; addedBy: string | null; importId: string | null }
  before: { sortedAt: string; id: string } | null
  limit: number
}

const isBefore = ({ before }: ActivityScope, at: string, id: string) =>
  before ? sql`(${sql.ref(at)}, ${sql.ref(id)}) < (${before.sortedAt}::timestamptz, ${before.id}::uuid)` : sql`true`

const newest = ({ limit }: ActivityScope, at: string, id: string) =>
  sql`order by ${sql.ref(at)} desc, ${sql.ref(id)} desc limit ${limit}`

/** SQL: the rows of the contact, as `r`. */
const rowsOfContact = ({ rowIds }: ActivityScope) => sql`unnest(${rowIds}::uuid[]) as r (id)`

const isOfContact = ({ rowIds }: ActivityScope, column: string) => sql`${sql.ref(column)} = any(${rowIds}::uuid[])`

/** SQL: whether a stored activity `a` is that of a deleted note. */
export const IS_NOTE_DELETED = sql`a.kind = 'note-deleted'`

/** SQL: changes of the contact that are stored as activities `a`. */
export const storedActivities = (
  { tenantId }: TenantTx,
  scope: ActivityScope,
  condition: RawBuilder<unknown>,
): Source => sql`
    select a.created_at as at, a.id, 'stored' as source, a.actor_user_id as user_id, null::text as author, jsonb_build_object(
      'kind', a.kind, 'before', a.before, 'after', a.after, 'cause', a.cause, 'importId', a.import_id, 'phone', a.phone
    ) as data
    from ${rowsOfContact(scope)} cross join lateral (
      select * from contact_activities a
      where a.tenant_id = ${tenantId} and a.contact_id = r.id and ${condition} and ${isBefore(scope, 'a.created_at', 'a.id')}
      ${newest(scope, 'a.created_at', 'a.id')}
    ) a`

/** SQL: that the contact was added. */
export const contactAdded = (scope: ActivityScope): Source => sql`
    select a.created_at, a.id, 'added', ${scope.added.addedBy}::uuid, null,
      jsonb_build_object('source', ${scope.added.source}::text, 'importId', ${scope.added.importId}::uuid)
    from (select ${scope.added.createdAt}::timestamptz as created_at, ${scope.contactId}::uuid as id) a
    where ${isBefore(scope, 'a.created_at', 'a.id')}`

/** SQL: merges with other contacts and their undoing, from both sides. */
export const contactMerges = (tx: TenantTx, actor: Actor, scope: ActivityScope): Source[] =>
  (['merged', 'unmerged'] as const).flatMap((verb) =>
    (['survivor_id', 'other_id'] as const).map((side) => mergesOf(tx, actor, scope, verb, side)),
  )

/** The contact that was merged is named only while the actor may see it. The ids of the two entries of a merge differ. */
function mergesOf(
  tx: TenantTx,
  actor: Actor,
  scope: ActivityScope,
  verb: 'merged' | 'unmerged',
  side: 'survivor_id' | 'other_id',
): Source {
  const { tenantId } = tx
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
        where m.tenant_id = ${tenantId} and ${own} = any(${scope.rowIds}::uuid[])
          ${side === 'other_id' ? sql`and not ${isOfContact(scope, 'm.survivor_id')}` : sql``}
          and ${sql.ref(at)} is not null and ${isBefore(scope, at, id)}
        ${newest(scope, at, id)}
      ) m left join lateral (
        select t.id, o.phone from contacts o
        join contacts t on t.tenant_id = ${tenantId} and t.id = ${mainContactId('o')}
        where o.tenant_id = ${tenantId} and o.id = m.other_id and ${isContactVisible(tx, actor)} limit 1
      ) t on true`
}

/** SQL: notes about the contact, outside of conversations. */
export const contactNotes = ({ tenantId }: TenantTx, scope: ActivityScope): Source => sql`
    select n.created_at, n.id, 'note', n.author_user_id, n.author, jsonb_build_object('note', n.note)
    from ${rowsOfContact(scope)} cross join lateral (
      select * from contact_notes n
      where n.tenant_id = ${tenantId} and n.contact_id = r.id and ${isBefore(scope, 'n.created_at', 'n.id')}
      ${newest(scope, 'n.created_at', 'n.id')}
    ) n`

/** SQL: notes and updates `m` in the contact’s conversations. */
export const conversationEntries = (
  { tenantId }: TenantTx,
  scope: ActivityScope,
  condition: RawBuilder<unknown>,
): Source => sql`
    select m.created_at, m.id, m.type, m.author_user_id, nullif(m.author, ''), jsonb_build_object(
      'conversationId', c.id, 'note', case when m.type = 'note' then m.body end, 'update', m.data -> 'update'
    )
    from unnest(${scope.conversationIds}::uuid[]) as c (id) cross join lateral (
      select m.created_at, m.id, m.type, m.author_user_id, m.author, m.body, m.data from messages m
      where m.tenant_id = ${tenantId} and m.conversation_id = c.id and m.type in ('note', 'update') and ${condition}
        and ${isBefore(scope, 'm.created_at', 'm.id')}
      ${newest(scope, 'm.created_at', 'm.id')}
    ) m`

const UPDATE_KIND = sql`m.data -> 'update' ->> 'kind'`

/** SQL: whether an entry `m` concerns a note, deleted ones included. */
export const IS_ABOUT_NOTE = sql`(m.type = 'note' or ${UPDATE_KIND} = 'note-deleted')`

/**
 * SQL: whether an entry `m` is an update of the conversation alone. A status or location change made together with the
 * contact's is listed once, as the change of the contact.
 */
export const isOwnUpdate = ({ tenantId }: TenantTx, scope: ActivityScope) =>
  sql`m.type = 'update' and not (${UPDATE_KIND} in ('status-changed', 'moved') and exists (
    select from ${rowsOfContact(scope)} cross join lateral (
      select from contact_activities s
      where s.tenant_id = ${tenantId} and s.contact_id = r.id and s.created_at = m.created_at
        and s.after ? case ${UPDATE_KIND} when 'moved' then 'locationId' else 'statusKey' end limit 1
    ) s
  ))`

/** SQL: group messages that were sent to the contact. */
export const sentGroupMessages = ({ tenantId }: TenantTx, actor: Actor, scope: ActivityScope): Source => sql`
    select g.handled_at, g.message_id, 'message', g.author_user_id, g.author, jsonb_build_object(
      'conversationId', g.conversation_id, 'kind', g.kind, 'name', g.group_name, 'text', g.text
    )
    from ${rowsOfContact(scope)} cross join lateral (
      select p.handled_at, p.message_id, m.conversation_id, m.body as text, g.author_user_id, g.author, g.kind,
        case when ${isGroupMessageVisible(actor)} then g.group_name end as group_name
      from group_recipients p
      join group_messages g on g.tenant_id = ${tenantId} and g.id = p.group_message_id
      join messages m on m.tenant_id = ${tenantId} and m.id = p.message_id
      where p.tenant_id = ${tenantId} and p.contact_id = r.id and p.state = 'sent'
        and m.conversation_id = any(${scope.conversationIds}::uuid[]) and ${isBefore(scope, 'p.handled_at', 'p.message_id')}
      ${newest(scope, 'p.handled_at', 'p.message_id')}
    ) g`

/** SQL: group messages that were withheld from the contact. Someone who was merged gets it as the other contact. */
export const withheldGroupMessages = ({ tenantId }: TenantTx, actor: Actor, scope: ActivityScope): Source => sql`
    select g.handled_at, g.id, 'withheld', g.author_user_id, g.author, jsonb_build_object(
      'kind', g.kind, 'name', g.group_name, 'outcome', g.state, 'reason', g.reason,
      'heldUntil', case when g.reason <> 'missed' then g.held_until end,
      'holiday', case when g.state = 'held' then g.held_holiday end
    )
    from ${rowsOfContact(scope)} cross join lateral (
      select p.handled_at, p.state, p.reason, p.held_until, p.held_holiday, g.id, g.author_user_id, g.author, g.kind, g.group_name
      from group_recipients p
      join group_messages g on g.tenant_id = ${tenantId} and g.id = p.group_message_id
      where p.tenant_id = ${tenantId} and p.contact_id = r.id and p.handled_at is not null and p.reason <> 'merged'
        and (p.state = 'skipped' or p.state = 'held' and g.state in ('running', 'paused'))
        and ${isGroupMessageVisible(actor)} and ${isBefore(scope, 'p.handled_at', 'g.id')}
      ${newest(scope, 'p.handled_at', 'g.id')}
    ) g`

/** SQL: records of the consent of the contact’s numbers. */
export const consentRecords = ({ tenantId }: TenantTx, scope: ActivityScope): Source => sql`
    select e.created_at, e.id, 'consent', e.recorded_by, null, jsonb_build_object(
      'kind', e.kind, 'purpose', e.purpose, 'source', e.source, 'phone', e.contact_phone, 'importId', e.import_id
    )
    from unnest(${scope.phones}::text[]) as p (phone) cross join lateral (
      select * from consent_events e
      where e.tenant_id = ${tenantId} and e.contact_phone = p.phone and e.kind <> 'help'
        and ${isBefore(scope, 'e.created_at', 'e.id')}
      ${newest(scope, 'e.created_at', 'e.id')}
    ) e`

/** SQL: what happened to the contact’s payment requests and estimates. */
export const paymentActivities = (tx: TenantTx, actor: Actor, scope: ActivityScope): Source => sql`
    select a.created_at, a.id, 'payment', a.actor_user_id, null, jsonb_build_object(
      'paymentID', d.id, 'documentKind', d.kind, 'invoiceNumber', d.invoice_number, 'currency', d.currency,
      'activity', a.kind, 'amount', a.amount
    )
    from (${visiblePaymentsOf(tx, actor, scope.rowIds)}) d cross join lateral (
      select a.created_at, a.id, a.actor_user_id, a.kind, a.amount from payment_activities a
      where a.tenant_id = ${tx.tenantId} and a.document_id = d.id and a.kind = any(${[...CONTACT_PAYMENT_KINDS]}::text[])
        and ${isBefore(scope, 'a.created_at', 'a.id')}
      ${newest(scope, 'a.created_at', 'a.id')}
    ) a`
