import type { GroupRecipient } from '@frontdesk/contract/api'
import { type RecipientOutcome, toSid } from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import type { Needs } from '../../platform/module.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { BILLED_MEDIA, BILLED_SEGMENTS } from '../messages/index.ts'
import { nameMatches, phoneDigits } from '../number-pairs/index.ts'
import { isVisible } from '../visibility/index.ts'
import { OUTCOME, REASON, visibleRecipients, withClick, withOptOut, withReply } from './outcomes.ts'
import {
  type Candidates,
  candidatesByClick,
  candidatesByContact,
  candidatesByFailure,
  candidatesByOptOut,
  candidatesByReply,
  EXAMINED_MAX,
  type RecipientState,
} from './recipient-candidates.ts'
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

interface RecipientRow
  extends Pick<
    GroupRecipient,
    'outcome' | 'reason' | 'heldUntil' | 'holiday' | 'segments' | 'mediaMessages' | 'hasReplied'
  > {
  contactId: string
  name: string | null
  phone: string | null
  sentAt: string | null
  conversationId: string | null
  respondedAt: string | null
  responseId: string | null
}

/** The stored states of recipients with an outcome. */
const STATES: Record<RecipientOutcome, readonly RecipientState[]> = {
  pending: ['pending'],
  held: ['held'],
  sent: ['sent'],
  delivered: ['sent'],
  failed: ['sent'],
  skipped: ['skipped'],
  cancelled: ['cancelled'],
}

/** A job marks those who were waiting when the message was stopped. */
const WAITING: readonly RecipientState[] = ['pending', 'held']

/** Above this many matching contacts, the recipients are scanned in order instead. */
const SEARCHED_MAX = 2000

/**
 * Lists the recipients of a group message that the actor may see, in the order of their contacts; of a message to many,
 * those who responded, or whose texts failed, the newest first. A page may be short, or empty, although others follow.
 * The position of the next one is encrypted, because it may be that of a hidden contact, and is of use for the same
 * message and filter only.
 */
export async function listRecipients(
  { secrets }: Needs<'secrets'>,
  tx: TenantTx,
  actor: Actor,
  query: RecipientQuery,
): Promise<{ recipients: GroupRecipient[]; nextAfter: string | null }> {
  const { id, outcome, hasReplied, hasClicked, hasOptedOut, searchTerm = '', pageSize } = query
  const message = await accessGroupMessage(tx, actor, id)
  const contactIds = searchTerm === '' ? null : await searchContacts(tx, searchTerm)
  const response = contactIds === null && message.total > EXAMINED_MAX ? responseOf(query) : null
  const filter = [id, outcome, hasReplied, hasClicked, hasOptedOut, searchTerm, response]
  const context = JSON.stringify(['group recipients', ...filter])
  const after = query.after === undefined ? null : openCursor(secrets, query.after, context)
  const candidates =
    response === null
      ? candidatesByContact(tx, message, { states: statesOf(query, message.state), contactIds, after })
      : CANDIDATES[response](tx, message, after)
  const rows = await findRecipients(tx, actor, query, { candidates, limit: pageSize + 1 })
  const last = rows.length > pageSize ? rows[pageSize - 1] : undefined
  const next = last ? candidates.positionOf(last) : await candidates.findEnd()
  const page = rows.slice(0, pageSize)
  const responses = await findResponses(tx, actor, id, page)
  return {
    recipients: page.map(
      ({ contactId, name, phone, sentAt, conversationId, respondedAt: _, responseId: __, ...row }) => ({
        ...row,
        hasClicked: responses.get(contactId)?.hasClicked ?? false,
        hasOptedOut: responses.get(contactId)?.hasOptedOut ?? false,
        contactID: contactId,
        contact: name === null || phone === null ? null : { name, phone },
        sentOnUtc: sentAt,
        conversationSid: conversationId && toSid('CH', conversationId),
      }),
    ),
    nextAfter: next && secrets.encrypt(next, context).toString('base64url'),
  }
}

const CANDIDATES = {
  reply: candidatesByReply,
  'opt-out': candidatesByOptOut,
  click: candidatesByClick,
  failure: candidatesByFailure,
}

/** What recipients are found from, if the filter has a response, or the failures of texts. */
function responseOf(query: RecipientQuery): keyof typeof CANDIDATES | null {
  if (query.hasReplied) return 'reply'
  if (query.hasOptedOut) return 'opt-out'
  if (query.hasClicked) return 'click'
  return query.outcome === 'failed' ? 'failure' : null
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
  { candidates, limit }: { candidates: Candidates; limit: number },
): Promise<RecipientRow[]> {
  const digits = phoneDigits(searchTerm)
  const conditions = [
    sql`r.tenant_id = ${tx.tenantId}`,
    ...(candidates.condition ? [candidates.condition] : []),
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
      case when s.state = 'running' and r.reason <> 'missed' then r.held_until end as "heldUntil",
      case when ${REASON} = 'legal-holiday' then r.held_holiday end as holiday, m.created_at as "sentAt", ${BILLED_SEGMENTS} as segments,
      ${BILLED_MEDIA} as "mediaMessages", coalesce(reply.has, false) as "hasReplied",
      c.id as "conversationId", ${candidates.response.at} as "respondedAt", ${candidates.response.id} as "responseId"
    from ${visibleRecipients(tx, actor, sql`(${candidates.recipients})`)} ${withReply(tx)}
      ${hasClicked === undefined ? sql`` : withClick(tx)} ${hasOptedOut === undefined ? sql`` : withOptOut(tx)}
    left join conversations c on c.tenant_id = ${tx.tenantId} and c.id = m.conversation_id and ${isVisible(actor, 'c')}
    where ${sql.join(conditions, sql` and `)}
    order by ${candidates.order} limit ${limit}`.execute(tx)
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

function statesOf(
  { outcome, hasReplied, hasClicked, hasOptedOut }: RecipientQuery,
  state: GroupMessageRow['state'],
): readonly RecipientState[] {
  if (outcome === undefined) return hasReplied || hasClicked || hasOptedOut ? ['sent'] : []
  return outcome === 'cancelled' && state === 'stopped' ? [...STATES.cancelled, ...WAITING] : STATES[outcome]
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
