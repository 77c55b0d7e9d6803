import type { ContactActivity } from '@frontdesk/contract/api'
import type { ActivityFilter } from '@frontdesk/contract/rules'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { readCursor } from '../../platform/paging.ts'
import { accessContact, getContactWithRows, phonesOf } from '../contacts/index.ts'
import { isThreadOf } from '../number-pairs/index.ts'
import { isVisible } from '../visibility/index.ts'
import {
  type ActivityScope,
  consentRecords,
  contactAdded,
  contactMerges,
  contactNotes,
  conversationEntries,
  IS_ABOUT_NOTE,
  IS_NOTE_DELETED,
  isOwnUpdate,
  paymentActivities,
  sentGroupMessages,
  storedActivities,
  withheldGroupMessages,
} from './activity-sources.ts'
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
  const scope = {
    contactId: contact.id,
    rowIds,
    phones,
    conversationIds: await findConversationIds(tx, actor, phones),
    added: values,
    before: cursor === undefined ? null : readCursor(cursor),
    limit: pageSize + 1,
  }
  const { rows } = await sql<StoredActivity>`
    select a.at, a.id, a.source, coalesce(u.display_name, a.author) as actor, a.data
    from (${sql.join(sourcesOf(tx, actor, scope, filter), sql` union all `)}) a
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

/** SQL: the sources of activities that a filter shows. */
function sourcesOf(tx: TenantTx, actor: Actor, scope: ActivityScope, filter: ActivityFilter): RawBuilder<unknown>[] {
  const isUpdate = isOwnUpdate(tx, scope)
  switch (filter) {
    case 'all':
      return [
        storedActivities(tx, scope, sql`true`),
        contactAdded(scope),
        ...contactMerges(tx, actor, scope),
        contactNotes(tx, scope),
        conversationEntries(tx, scope, sql`(m.type = 'note' or ${isUpdate})`),
        sentGroupMessages(tx, actor, scope),
        withheldGroupMessages(tx, actor, scope),
        consentRecords(tx, scope),
        paymentActivities(tx, actor, scope),
      ]
    case 'changes':
      return [
        storedActivities(tx, scope, sql`not ${IS_NOTE_DELETED}`),
        contactAdded(scope),
        ...contactMerges(tx, actor, scope),
      ]
    case 'conversations':
      return [
        withColumnNames(conversationEntries(tx, scope, isUpdate)),
        sentGroupMessages(tx, actor, scope),
        withheldGroupMessages(tx, actor, scope),
      ]
    case 'notes':
      return [
        storedActivities(tx, scope, IS_NOTE_DELETED),
        contactNotes(tx, scope),
        conversationEntries(tx, scope, IS_ABOUT_NOTE),
      ]
    case 'consent':
      return [withColumnNames(consentRecords(tx, scope))]
    case 'payments':
      return [withColumnNames(paymentActivities(tx, actor, scope))]
  }
}

/** SQL: the first part of a union names its columns. */
const withColumnNames = (branch: RawBuilder<unknown>) =>
  sql`select * from (${branch}) as b (at, id, source, user_id, author, data)`
