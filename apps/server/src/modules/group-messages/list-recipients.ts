import type { GroupRecipient } from '@frontdesk/contract/api'
import { type RecipientOutcome, toSid } from '@frontdesk/contract/rules'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import type { Row } from '../../platform/database/row.ts'
import type { Needs } from '../../platform/module.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { nameMatches, phoneDigits } from '../number-pairs/index.ts'
import { isVisible } from '../visibility/index.ts'
import { OUTCOME, REASON, visibleRecipients, withClick, withOptOut, withReply } from './outcomes.ts'
import { accessGroupMessage, type GroupMessageRow } from './rows.ts'

interface RecipientQuery {
  id: string
  outcome?: RecipientOutcome | undefined
  hasReplied?: boolean | undefined
  hasClicked?: boolean | undefined
  hasOptedOut?: boolean | undefined
  searchTerm?: string | undefined
  pageSize: number
  after?: string | undefined
}

interface RecipientRow extends Pick<GroupRecipient, 'outcome' | 'reason' | 'heldUntil' | 'hasReplied'> {
  contactId: string
  name: string | null
  phone: string | null
  sentAt: string | null
  conversationId: string | null
}

type State = Row<'groupRecipients'>['state']

/** The stored states of recipients with an outcome. */
const STATES: Record<RecipientOutcome, readonly State[]> = {
  pending: ['pending'],
  held: ['held'],
  sent: ['sent'],
  delivered: ['sent'],
  failed: ['sent'],
  skipped: ['skipped'],
  cancelled: ['cancelled'],
}

/** A job marks those who were waiting when the message was stopped. */
const WAITING: readonly State[] = ['pending', 'held']

/**
 * Candidates examined for one page. Where few of them match, the page is short, and the next one continues after them.
 */
const EXAMINED_MAX = 1000
/** Above this many matching contacts, the recipients are scanned in order instead. */
const SEARCHED_MAX = 2000

/**
 * Lists the recipients of a group message that the actor may see, in the order of their contacts. A page may be short,
 * or empty, although others follow. The position of the next one is encrypted, because it may be that of a hidden
 * contact, and is of use for the same message and filter only.
 */
export async function listRecipients(
  { secrets }: Needs<'secrets'>,
  tx: TenantTx,
  actor: Actor,
  query: RecipientQuery,
): Promise<{ recipients: GroupRecipient[]; nextAfter: string | null }> {
  const { id, outcome, hasReplied, hasClicked, hasOptedOut, searchTerm = '', pageSize } = query
  const message = await accessGroupMessage(tx, actor, id)
  const context = JSON.stringify(['group recipients', id, outcome, hasReplied, hasClicked, hasOptedOut, searchTerm])
  const contactIds = searchTerm === '' ? null : await searchContacts(tx, searchTerm)
  const after = query.after === undefined ? null : openCursor(secrets, query.after, context)
  const candidates = selectCandidates(tx, message, query, { contactIds, after })
  const rows = await findRecipients(tx, actor, query, { candidates, limit: pageSize + 1 })
  const next = rows.length > pageSize ? (rows[pageSize - 1]?.contactId ?? null) : await findLast(tx, candidates)
  const page = rows.slice(0, pageSize)
  const responses = await findResponses(tx, actor, id, page)
  return {
    recipients: page.map(({ contactId, name, phone, sentAt, conversationId, ...row }) => ({
      ...row,
      hasClicked: responses.get(contactId)?.hasClicked ?? false,
      hasOptedOut: responses.get(contactId)?.hasOptedOut ?? false,
      contactID: contactId,
      contact: name === null || phone === null ? null : { name, phone },
      sentOnUtc: sentAt,
      conversationSid: conversationId && toSid('CH', conversationId),
    })),
    nextAfter: next && secrets.encrypt(next, context).toString('base64url'),
  }
}

/** An unreadable cursor, such as one of another filter, starts the list over. */
function openCursor({ decrypt }: Secrets, cursor: string, context: string): string | null {
  try {
    return decrypt(Buffer.from(cursor, 'base64url'), context)
  } catch {
    return null
  }
}

/** The candidates who match and are visible to the actor. */
async function findRecipients(
  tx: TenantTx,
  actor: Actor,
  { outcome, hasReplied, hasClicked, hasOptedOut, searchTerm = '' }: RecipientQuery,
  { candidates, limit }: { candidates: RawBuilder<unknown>; limit: number },
): Promise<RecipientRow[]> {
  const digits = phoneDigits(searchTerm)
  const conditions = [
    sql`r.tenant_id = ${tx.tenantId}`,
    ...(outcome === undefined ? [] : [sql`${OUTCOME} = ${outcome}`]),
    ...(hasReplied === undefined ? [] : [sql`coalesce(reply.has, false) = ${hasReplied}`]),
    ...(hasClicked === undefined ? [] : [sql`coalesce(link.is_clicked, false) = ${hasClicked}`]),
    ...(hasOptedOut === undefined ? [] : [sql`coalesce(opt_out.has, false) = ${hasOptedOut}`]),
    ...(searchTerm === ''
      ? []
      : [digits ? sql`t.phone like ${`%${digits}%`}` : nameMatches(sql`t.name_key`, searchTerm)]),
  ]
  const { rows } = await sql<RecipientRow>`
    select r.contact_id as "contactId", t.name, t.phone, ${OUTCOME} as outcome, ${REASON} as reason,
      case when s.state = 'running' then r.held_until end as "heldUntil", m.created_at as "sentAt", coalesce(reply.has, false) as "hasReplied",
      c.id as "conversationId"
    from ${visibleRecipients(tx, actor, sql`(${candidates})`)} ${withReply(tx)}
      ${hasClicked === undefined ? sql`` : withClick(tx)} ${hasOptedOut === undefined ? sql`` : withOptOut(tx)}
    left join conversations c on c.tenant_id = ${tx.tenantId} and c.id = m.conversation_id and ${isVisible(actor, 'c')}
    where ${sql.join(conditions, sql` and `)}
    order by r.contact_id limit ${limit}`.execute(tx)
  return rows
}

interface ResponseRow extends Pick<GroupRecipient, 'hasClicked' | 'hasOptedOut'> {
  contactId: string
}

/**
 * Finds who of a page opened a link or opted out. Reads the recipients of the page only, not all that were examined.
 */
async function findResponses(
  tx: TenantTx,
  actor: Actor,
  id: string,
  page: readonly RecipientRow[],
): Promise<Map<string, ResponseRow>> {
  if (page.length === 0) return new Map()
  const shown = page.map(({ contactId }) => contactId)
  const recipients = sql`(
    select r.* from group_recipients r
    where r.tenant_id = ${tx.tenantId} and r.group_message_id = ${id} and r.contact_id = any(${shown}::uuid[])
  )`
  const { rows } = await sql<ResponseRow>`
    select r.contact_id as "contactId", coalesce(link.is_clicked, false) as "hasClicked",
      coalesce(opt_out.has, false) as "hasOptedOut"
    from ${visibleRecipients(tx, actor, recipients)} ${withClick(tx)} ${withOptOut(tx)}`.execute(tx)
  return new Map(rows.map((row) => [row.contactId, row]))
}

/** SQL: the next recipients of a message that may match, in the order of their contacts. */
function selectCandidates(
  tx: TenantTx,
  { id, state }: GroupMessageRow,
  query: RecipientQuery,
  { contactIds, after }: { contactIds: readonly string[] | null; after: string | null },
): RawBuilder<unknown> {
  const ofMessage = sql`r.tenant_id = ${tx.tenantId} and r.group_message_id = ${id}
    ${after === null ? sql`` : sql`and r.contact_id > ${after}`}`
  const first = sql`order by r.contact_id limit ${EXAMINED_MAX}`
  if (contactIds)
    return sql`
      select r.* from unnest(${contactIds}::uuid[]) as w (id)
      cross join lateral (select r.* from group_recipients r where ${ofMessage} and r.contact_id = w.id limit 1) r ${first}`
  const [state0, ...others] = statesOf(query, state)
  if (state0 === undefined) return sql`select r.* from group_recipients r where ${ofMessage} ${first}`
  if (others.length === 0)
    return sql`select r.* from group_recipients r where ${ofMessage} and r.state = ${sql.lit(state0)} ${first}`
  return sql`
    select r.* from unnest(${[state0, ...others]}::text[]) as w (state)
    cross join lateral (select r.* from group_recipients r where ${ofMessage} and r.state = w.state ${first}) r ${first}`
}

function statesOf(
  { outcome, hasReplied, hasClicked, hasOptedOut }: RecipientQuery,
  state: GroupMessageRow['state'],
): readonly State[] {
  if (outcome === undefined) return hasReplied || hasClicked || hasOptedOut ? ['sent'] : []
  return outcome === 'cancelled' && state === 'stopped' ? [...STATES.cancelled, ...WAITING] : STATES[outcome]
}

/** The last of the candidates, if others may follow. */
async function findLast(tx: TenantTx, candidates: RawBuilder<unknown>): Promise<string | null> {
  const last = await tx
    .selectFrom(sql<{ contactId: string }>`(${candidates})`.as('r'))
    .orderBy('r.contactId')
    .offset(EXAMINED_MAX - 1)
    .limit(1)
    .select('r.contactId')
    .executeTakeFirst()
  return last?.contactId ?? null
}

/** The contacts with a name or number, also under rows merged into them; null if they are many. */
async function searchContacts(tx: TenantTx, searchTerm: string): Promise<string[] | null> {
  const digits = phoneDigits(searchTerm)
  const [name, phone] = digits ? [null, `%${digits}%`] : [searchTerm, null]
  const matching = sql<string[] | null>`search.contacts(${name}, ${phone}, null, null, null, ${SEARCHED_MAX})`
  const { ids } = await tx.selectNoFrom(matching.as('ids')).executeTakeFirstOrThrow()
  if (!ids) return null
  const merged = await tx
    .selectFrom('contacts')
    .where('tenantId', '=', tx.tenantId)
    .where(sql<boolean>`main_id = any(${ids}::uuid[])`)
    .select('id')
    .execute()
  return [...new Set([...ids, ...merged.map((row) => row.id)])]
}
