import { type Conversation, type MessageHit, toSid } from '@frontdesk/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { readCursor } from '../../platform/paging.ts'
import { findConversationsByIds } from './queries.ts'
import { isVisible } from './visibility.ts'

interface Search {
  text: string
  locationIDs?: string[] | undefined
  pageSize: number
  cursor?: string | undefined
}

interface Found {
  hits: MessageHit[]
  conversations: Conversation[]
  nextCursor: string | null
}

/** Of fewer than this all are found and sorted; of more, the newest days are searched first. */
const FEW = 3000
/** Days searched at a time, so that what is found in the last weeks costs no look at the years. */
const SPANS = [7, 60, 600, 3000]
/** After this long the page goes out as it is; the next one looks further back. */
const PATIENCE_MS = 800
const FIRST_ID = '00000000-0000-0000-0000-000000000000'
/** Private characters around what was found; nobody's keyboard has them. */
const [OPEN, CLOSE] = ['\uE000', '\uE001']
const MARKS = `StartSel=${OPEN}, StopSel=${CLOSE}`
const WHOLE = `${MARKS}, HighlightAll=true`
const EXCERPT = `${MARKS}, MaxWords=22, MinWords=12, ShortWord=0, MaxFragments=1, FragmentDelimiter=…`
/** Longer ones are shown around what was found. */
const SHORT = 160

interface HitRow {
  id: string
  conversationId: string
  index: number
  type: string
  author: string
  isOutgoing: boolean
  createdAt: string
  headline: string
}

/** All words, in any order; the last one may be unfinished. Null: nothing in it is a word. */
function toQuery(text: string): string | null {
  const words = text
    .replaceAll('\0', ' ')
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(word))
    .slice(0, 12)
    .map((word) => `'${word.replace(/['\\]/g, (sign) => sign + sign)}'`)
  return words.length === 0 ? null : `${words.join(' & ')}:*`
}

/** Messages, notes and transcripts in what the actor may see, newest first. */
export async function searchMessages(tx: TenantTx, actor: Actor, search: Search, now: string): Promise<Found> {
  const words = toQuery(search.text)
  if (words === null) return { hits: [], conversations: [], nextCursor: null }
  const query = sql<string>`to_tsquery('public.words', lower(${words} collate "pg_c_utf8"))`
  const cursor = search.cursor === undefined ? null : readCursor(search.cursor)
  const { rows, nextCursor } =
    (await estimate(tx, query)) <= FEW
      ? await sortAll(tx, actor, query, search, cursor)
      : await walkBack(tx, actor, query, search, cursor ?? { sortedAt: now, id: FIRST_ID, isStart: true })
  const ids = [...new Set(rows.map(({ conversationId }) => conversationId))]
  return {
    hits: rows.map(toHit),
    conversations: ids.length > 0 ? await findConversationsByIds(tx, actor, ids) : [],
    nextCursor,
  }
}

/** The condition that the index of words answers. */
const matches = (tx: TenantTx, query: RawBuilder<string>) =>
  sql`m.tenant_id = ${tx.tenantId} and m.type <> 'update' and message_words(m.body, m.data) @@ ${query}`

const seen = (tx: TenantTx, actor: Actor, { locationIDs }: Search) => sql`
  join conversations c on c.tenant_id = ${tx.tenantId} and c.id = m.conversation_id and ${isVisible(actor, 'c')}
    ${locationIDs ? sql`and c.location_id = any(${locationIDs}::uuid[])` : sql``}`

const COLUMNS = sql.raw(
  'm.id, m.conversation_id, m.index, m.type, m.author, m.is_outgoing, m.created_at, m.body, m.data',
)

/** How many the planner expects; it knows the words that are frequent. */
async function estimate(tx: TenantTx, query: RawBuilder<string>): Promise<number> {
  const { rows } = await sql<Record<string, { Plan: { 'Plan Rows': number } }[]>>`
    explain (format json) select from messages m where ${matches(tx, query)}`.execute(tx.withoutPlugins())
  return Object.values(rows[0] ?? {})[0]?.[0]?.Plan['Plan Rows'] ?? 0
}

type Place = { sortedAt: string; id: string }

const withHeadline = (query: RawBuilder<string>, rows: RawBuilder<unknown>) => sql<HitRow>`
  select h.id, h.conversation_id, h.index, h.type, h.author, h.is_outgoing, h.created_at,
    ts_headline('public.words', t.said, ${query}, case when length(t.said) <= ${SHORT} then ${WHOLE} else ${EXCERPT} end) as headline
  from (${rows}) h
  cross join lateral (select ltrim(h.body || coalesce(' ' || (h.data ->> 'transcription'), '')) as said) t
  order by h.created_at desc, h.id desc`

async function sortAll(
  tx: TenantTx,
  actor: Actor,
  query: RawBuilder<string>,
  search: Search,
  cursor: Place | null,
): Promise<{ rows: HitRow[]; nextCursor: string | null }> {
  const after = cursor ? sql`and (m.created_at, m.id) < (${cursor.sortedAt}::timestamptz, ${cursor.id}::uuid)` : sql``
  const { rows } = await withHeadline(
    query,
    sql`
    with found as materialized (select ${COLUMNS} from messages m where ${matches(tx, query)})
    select ${COLUMNS} from found m ${seen(tx, actor, search)}
    where true ${after}
    order by m.created_at desc, m.id desc limit ${search.pageSize + 1}`,
  ).execute(tx)
  return pageOf(rows, search.pageSize)
}

async function walkBack(
  tx: TenantTx,
  actor: Actor,
  query: RawBuilder<string>,
  search: Search,
  from: Place & { isStart?: boolean },
): Promise<{ rows: HitRow[]; nextCursor: string | null }> {
  const started = performance.now()
  const found: HitRow[] = []
  // A clock a little ahead of ours has its messages too.
  let day = dayOf(from.sortedAt).add({ days: from.isStart ? 1 : 0 })
  const before = from.isStart
    ? sql``
    : sql`and (m.created_at, m.id) < (${from.sortedAt}::timestamptz, ${from.id}::uuid)`
  for (const span of SPANS) {
    const { rows } = await withHeadline(
      query,
      sql`
      select ${COLUMNS}
      from generate_series(0, ${span - 1}::int) as back (n)
      cross join lateral (
        select ${COLUMNS} from messages m ${seen(tx, actor, search)}
        where ${matches(tx, query)} and (m.created_at at time zone 'UTC')::date = ${day.toString()}::date - back.n ${before}
        order by m.created_at desc, m.id desc limit ${search.pageSize + 1}
      ) m limit ${search.pageSize + 1 - found.length}`,
    ).execute(tx)
    found.push(...rows)
    if (found.length > search.pageSize) return pageOf(found, search.pageSize)
    day = day.subtract({ days: span })
    if (performance.now() - started > PATIENCE_MS) {
      const next = day.add({ days: 1 }).toZonedDateTime('UTC').toInstant().toString({ smallestUnit: 'millisecond' })
      return { rows: found, nextCursor: `${next}|${FIRST_ID}` }
    }
  }
  return { rows: found, nextCursor: null }
}

const dayOf = (instant: string) => Temporal.Instant.from(instant).toZonedDateTimeISO('UTC').toPlainDate()

function pageOf(rows: HitRow[], pageSize: number): { rows: HitRow[]; nextCursor: string | null } {
  const shown = rows.slice(0, pageSize)
  const last = shown.at(-1)
  return { rows: shown, nextCursor: rows.length > pageSize && last ? `${last.createdAt}|${last.id}` : null }
}

const toHit = ({ id, conversationId, headline, createdAt, isOutgoing, ...rest }: HitRow): MessageHit => ({
  ...rest,
  sid: toSid('IM', id),
  conversationSid: toSid('CH', conversationId),
  isOutgoingMessage: isOutgoing,
  dateCreated: createdAt,
  fragments: toFragments(headline),
})

const toFragments = (headline: string): MessageHit['fragments'] =>
  headline
    .split(OPEN)
    .flatMap((piece, at) => {
      if (at === 0) return [{ text: piece, isHit: false }]
      const [hit = '', ...rest] = piece.split(CLOSE)
      return [
        { text: hit, isHit: true },
        { text: rest.join(''), isHit: false },
      ]
    })
    .filter(({ text }) => text !== '')
