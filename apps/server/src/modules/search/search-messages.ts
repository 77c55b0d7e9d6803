import type { MessageHit } from '@frontdesk/contract/api'
import { toSid } from '@frontdesk/contract/rules'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { readCursor } from '../../platform/paging.ts'
import { type ConversationRow, findConversationsByIds } from '../conversations/index.ts'
import type { MessageRow } from '../threads/index.ts'
import { isVisible } from '../visibility/index.ts'

interface Search {
  text: string
  locationIDs?: string[] | undefined
  pageSize: number
  cursor?: string | undefined
}

export interface MessageResults {
  hits: HitRow[]
  conversations: ConversationRow[]
  nextCursor: string | null
}

/** Days searched at a time at first: tomorrow (for clocks ahead of ours) and today, then the days before. */
const RECENT_DAYS = [2, 5]
/** A word with fewer matches than this is searched without date limits, and its matches are sorted at once. */
const MATCHES_MAX = 20_000
/** Days searched at a time for a frequent word that was not used, or not visible, in the last days. */
const FURTHER_DAYS = [30, 60, 120, 240, 480, 960, 1920]
/** After this long the page is returned as it is; the next one searches further back. */
const PATIENCE_MS = 800
const FIRST_ID = '00000000-0000-0000-0000-000000000000'
/** Private-use characters around matches, which texts do not contain. */
const [OPEN, CLOSE] = ['\uE000', '\uE001']
const MARKS = `StartSel=${OPEN}, StopSel=${CLOSE}`
const WHOLE = `${MARKS}, HighlightAll=true`
const EXCERPT = `${MARKS}, MaxWords=22, MinWords=12, ShortWord=0, MaxFragments=1, FragmentDelimiter=…`
/** Longer texts are shown as excerpts around the match. */
const SHORT = 160

type HitRow = Pick<MessageRow, 'id' | 'conversationId' | 'index' | 'type' | 'author' | 'isOutgoing' | 'createdAt'> & {
  headline: string
}

/** A query for all words in any order, the last one as a prefix. Null if the term has no word. */
function toQuery(text: string): string | null {
  const words = text
    .replaceAll('\0', ' ')
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(word))
    .slice(0, 12)
    .map((word) => `'${word.replace(/['\\]/g, (sign) => sign + sign)}'`)
  return words.length === 0 ? null : `${words.join(' & ')}:*`
}

/** Searches messages, notes and transcripts that the actor may see, newest first. */
export async function searchMessages(tx: TenantTx, actor: Actor, search: Search, now: string): Promise<MessageResults> {
  const words = toQuery(search.text)
  if (words === null) return { hits: [], conversations: [], nextCursor: null }
  const query = sql<string>`to_tsquery('public.words', lower(${words} collate "pg_c_utf8"))`
  const cursor = search.cursor === undefined ? null : readCursor(search.cursor)
  const { rows, nextCursor } = await findNewest(tx, actor, { ...search, query, cursor, now })
  const ids = [...new Set(rows.map(({ conversationId }) => conversationId))]
  return {
    hits: rows,
    conversations: ids.length > 0 ? await findConversationsByIds(tx, actor, ids) : [],
    nextCursor,
  }
}

interface Query extends Omit<Search, 'cursor'> {
  query: RawBuilder<string>
  cursor: Cursor | null
  now: string
}
type Cursor = { sortedAt: string; id: string }
type Page = { rows: HitRow[]; nextCursor: string | null }

/** SQL: ids of matches by the words index (see the migration of `search.messages_with`) that the actor sees. */
const newestOf = (
  tx: TenantTx,
  actor: Actor,
  { locationIDs, cursor, pageSize }: Query,
  matches: RawBuilder<unknown>,
) => sql`
  select f.id from ${matches} f
  join conversations c on c.tenant_id = ${tx.tenantId} and c.id = f.conversation_id and ${isVisible(actor, 'c')}
    ${locationIDs ? sql`and c.location_id = any(${locationIDs}::uuid[])` : sql``}
  ${cursor ? sql`where (f.created_at, f.id) < (${cursor.sortedAt}::timestamptz, ${cursor.id}::uuid)` : sql``}
  order by f.created_at desc, f.id desc limit ${pageSize + 1}`

/** SQL: the messages with these ids, with the matches marked. */
const hitsOf = (tx: TenantTx, { query }: Query, ids: RawBuilder<unknown>) => sql`
  select m.id, m.conversation_id, m.index, m.type, m.author, m.is_outgoing, m.created_at,
    ts_headline('public.words', t.said, ${query}, case when length(t.said) <= ${SHORT} then ${WHOLE} else ${EXCERPT} end) as headline
  from (${ids}) h
  join messages m on m.tenant_id = ${tx.tenantId} and m.id = h.id
  cross join lateral (select ltrim(m.body || coalesce(' ' || (m.data ->> 'transcription'), '') || coalesce(' ' || (m.data #>> '{translation,text}'), '')) as said) t`

/**
 * How often a word was used is not known in advance. Frequent words fill a page from the last days; rare ones have few
 * enough matches to read them all; words that were frequent long ago are searched further and further back.
 */
async function findNewest(tx: TenantTx, actor: Actor, search: Query): Promise<Page> {
  const { pageSize, cursor, now } = search
  const started = performance.now()
  // Starts tomorrow, for messages from clocks ahead of ours.
  let day = cursor ? dayOf(cursor.sortedAt) : dayOf(now).add({ days: 1 })
  const hits: HitRow[] = []
  const lookBack = async (days: number) => {
    const ofDays = sql`search.messages_with(${search.query}, ${day.toString()}::date, ${days}, null)`
    const missing = { ...search, pageSize: pageSize - hits.length }
    const { rows } = await sql<HitRow>`
      ${hitsOf(tx, search, newestOf(tx, actor, missing, ofDays))} order by m.created_at desc, m.id desc`.execute(tx)
    hits.push(...rows)
    day = day.subtract({ days })
    return hits.length > pageSize
  }
  for (const days of RECENT_DAYS) {
    if (await lookBack(days)) return pageOf(hits, pageSize)
    // Not used today: probably a rare word, and each day costs as much as searching all of them.
    if (hits.length === 0) break
  }
  const all = await findAll(tx, actor, search)
  if (all) return pageOf(all, pageSize)
  for (const days of FURTHER_DAYS) {
    if (await lookBack(days)) return pageOf(hits, pageSize)
    if (performance.now() - started > PATIENCE_MS) {
      const next = day.add({ days: 1 }).toZonedDateTime('UTC').toInstant().toString({ smallestUnit: 'millisecond' })
      return { rows: hits, nextCursor: `${next}|${FIRST_ID}` }
    }
  }
  return { rows: hits, nextCursor: null }
}

/** Finds the newest of all matches; null if there are too many to read them all. */
async function findAll(tx: TenantTx, actor: Actor, search: Query): Promise<HitRow[] | null> {
  const { rows } = await sql<{ total: number } & (HitRow | { id: null })>`
    with matches as materialized (select * from search.messages_with(${search.query}, null, null, ${MATCHES_MAX}))
    select n.total, m.* from (select count(*)::int as total from matches) n
    left join (${hitsOf(tx, search, newestOf(tx, actor, search, sql`matches`))}) m on n.total < ${MATCHES_MAX}
    order by m.created_at desc, m.id desc`.execute(tx)
  if ((rows[0]?.total ?? 0) >= MATCHES_MAX) return null
  return rows.flatMap(({ total, ...hit }) => (hit.id === null ? [] : hit))
}

const dayOf = (instant: string) => Temporal.Instant.from(instant).toZonedDateTimeISO('UTC').toPlainDate()

function pageOf(rows: HitRow[], pageSize: number): Page {
  const shown = rows.slice(0, pageSize)
  const last = shown.at(-1)
  return { rows: shown, nextCursor: rows.length > pageSize && last ? `${last.createdAt}|${last.id}` : null }
}

export const toHit = ({ id, conversationId, headline, createdAt, isOutgoing, ...rest }: HitRow): MessageHit => ({
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
