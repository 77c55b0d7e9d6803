import type { MessageHit } from '@frontdesk/contract/api'
import { toSid } from '@frontdesk/contract/rules'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import { runPrepared, type TenantTx } from '../../platform/database/database.ts'
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

/** Days searched at a time: at first tomorrow (for clocks ahead of ours) and today, then further and further back. */
const WINDOW_DAYS = [2, 5, 30, 60, 120, 240, 480, 960, 1920]
/** A word with fewer older matches than this is rare: they are all read and sorted at once. */
const MATCHES_MAX = 20_000
/** A word with fewer matches a day is probably rare, even if the actor sees too few of them to fill a page. */
const RARE_PER_DAY = 25
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

export type HitRow = Pick<
  MessageRow,
  'id' | 'conversationId' | 'index' | 'type' | 'author' | 'isOutgoing' | 'createdAt'
> & {
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

interface Window {
  /** The newest day, and how many days back. */
  newest: string
  days: number
  /** With fewer matches than this, at most `most` older ones are read as well. */
  enough: number
  most: number
  limit: number
}

/**
 * SQL: the newest of the `matches` (of `search.messages_with`) that the actor sees, with their words marked. `offset 0`
 * makes PostgreSQL look up the conversation of each match: a generic plan, which does not know how large the tenant is,
 * would join with all of its conversations.
 */
const hitsOf = (
  tx: TenantTx,
  actor: Actor,
  { query, locationIDs, cursor }: Query,
  matches: RawBuilder<unknown>,
  limit: number,
) => sql`
  select m.id, m.conversation_id as "conversationId", m.index, m.type, m.author, m.is_outgoing as "isOutgoing",
    m.created_at as "createdAt",
    ts_headline('public.words', t.said, ${query}, case when length(t.said) <= ${SHORT} then ${WHOLE} else ${EXCERPT} end) as headline
  from (
    select f.id from ${matches} f
    cross join lateral (
      select from conversations c
      where c.tenant_id = ${tx.tenantId} and c.id = f.conversation_id and ${isVisible(actor, 'c')}
        ${locationIDs ? sql`and c.location_id = any(${locationIDs}::uuid[])` : sql``}
      offset 0
    ) visible
    ${cursor ? sql`where (f.created_at, f.id) < (${cursor.sortedAt}::timestamptz, ${cursor.id}::uuid)` : sql``}
    order by f.created_at desc, f.id desc limit ${limit}
  ) h
  join messages m on m.tenant_id = ${tx.tenantId} and m.id = h.id
  cross join lateral (select ltrim(m.body || coalesce(' ' || (m.data ->> 'transcription'), '') || coalesce(' ' || (m.data #>> '{translation,text}'), '')) as said) t`

/** Searches the days of a window, and everything older if the word turns out to be rare. */
async function searchWindow(tx: TenantTx, actor: Actor, search: Query, window: Window) {
  const { newest, days, enough, most, limit } = window
  // Older matches are in no order, so they are used only if these are all of them.
  const usable = sql`(select f.* from matches f, total where not f.is_older or total.older < ${most})`
  const rows = await runPrepared(
    tx,
    sql<{ recent: number; older: number } & (HitRow | { id: null })>`
    with matches as materialized (
      select * from search.messages_with(${search.query}, ${newest}::date, ${days}, ${enough}, ${most})
    ), total as (
      select (count(*) filter (where not is_older))::int as recent, (count(*) filter (where is_older))::int as older
      from matches
    )
    select total.*, h.* from total left join (${hitsOf(tx, actor, search, usable, limit)}) h on true
    order by h."createdAt" desc, h.id desc`,
  )
  const { recent = 0, older = 0 } = rows[0] ?? {}
  const hits = rows.flatMap(({ recent: _recent, older: _older, ...hit }) => (hit.id === null ? [] : hit))
  return { hits, isLast: recent < enough && older < most, isFrequent: most > 0 && older >= most }
}

/**
 * How often a word was used is not known in advance. Frequent words fill a page from the last days; rare ones have few
 * enough matches to read them all, in the same statement; words that were frequent long ago, or that the actor seldom
 * sees, are searched further and further back.
 */
async function findNewest(tx: TenantTx, actor: Actor, search: Query): Promise<Page> {
  const { pageSize, cursor, now } = search
  const started = performance.now()
  const hits: HitRow[] = []
  let isFrequent = false
  // Starts tomorrow, for messages from clocks ahead of ours.
  let day = cursor ? dayOf(cursor.sortedAt) : dayOf(now).add({ days: 1 })
  for (const [index, days] of WINDOW_DAYS.entries()) {
    const limit = pageSize + 1 - hits.length
    const window = await searchWindow(tx, actor, search, {
      newest: day.toString(),
      days,
      enough: index === 0 ? limit : days * RARE_PER_DAY,
      most: isFrequent ? 0 : MATCHES_MAX,
      limit,
    })
    hits.push(...window.hits)
    if (hits.length > pageSize || window.isLast) break
    isFrequent ||= window.isFrequent
    day = day.subtract({ days })
    if (performance.now() - started > PATIENCE_MS) {
      const next = day.add({ days: 1 }).toZonedDateTime('UTC').toInstant().toString({ smallestUnit: 'millisecond' })
      return { rows: hits, nextCursor: `${next}|${FIRST_ID}` }
    }
  }
  return pageOf(hits, pageSize)
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
