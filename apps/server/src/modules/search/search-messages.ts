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

export interface FoundMessages {
  hits: HitRow[]
  conversations: ConversationRow[]
  nextCursor: string | null
}

/** Days searched at a time at first: tomorrow (for clocks ahead of ours) and today, then the days before. */
const RECENT_DAYS = [2, 5]
/** Of a word that is not written every day, so many are found and sorted at once. */
const FOUND_MAX = 20_000
/** Of one that was, long ago, or that the actor seldom sees: days searched at a time. */
const FURTHER_DAYS = [30, 60, 120, 240, 480, 960, 1920]
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

type HitRow = Pick<MessageRow, 'id' | 'conversationId' | 'index' | 'type' | 'author' | 'isOutgoing' | 'createdAt'> & {
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
export async function searchMessages(tx: TenantTx, actor: Actor, search: Search, now: string): Promise<FoundMessages> {
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

interface Asked extends Omit<Search, 'cursor'> {
  query: RawBuilder<string>
  cursor: Place | null
  now: string
}
type Place = { sortedAt: string; id: string }
type Page = { rows: HitRow[]; nextCursor: string | null }

/** SQL: where the words are, by their index (see the migration of `search.messages_with`), in what the actor sees. */
const newestOf = (
  tx: TenantTx,
  actor: Actor,
  { locationIDs, cursor, pageSize }: Asked,
  found: RawBuilder<unknown>,
) => sql`
  select f.id from ${found} f
  join conversations c on c.tenant_id = ${tx.tenantId} and c.id = f.conversation_id and ${isVisible(actor, 'c')}
    ${locationIDs ? sql`and c.location_id = any(${locationIDs}::uuid[])` : sql``}
  ${cursor ? sql`where (f.created_at, f.id) < (${cursor.sortedAt}::timestamptz, ${cursor.id}::uuid)` : sql``}
  order by f.created_at desc, f.id desc limit ${pageSize + 1}`

/** SQL: the messages with these ids, what was found in them marked. */
const hitsOf = (tx: TenantTx, { query }: Asked, ids: RawBuilder<unknown>) => sql`
  select m.id, m.conversation_id, m.index, m.type, m.author, m.is_outgoing, m.created_at,
    ts_headline('public.words', t.said, ${query}, case when length(t.said) <= ${SHORT} then ${WHOLE} else ${EXCERPT} end) as headline
  from (${ids}) h
  join messages m on m.tenant_id = ${tx.tenantId} and m.id = h.id
  cross join lateral (select ltrim(m.body || coalesce(' ' || (m.data ->> 'transcription'), '') || coalesce(' ' || (m.data #>> '{translation,text}'), '')) as said) t`

/**
 * Nobody knows beforehand how often a word was written. Frequent ones fill a page from the last days; of those that do not,
 * there are few enough to find them all; what is left was frequent once, and is looked for further and further back.
 */
async function findNewest(tx: TenantTx, actor: Actor, asked: Asked): Promise<Page> {
  const { pageSize, cursor, now } = asked
  const started = performance.now()
  // A clock a little ahead of ours has its messages too.
  let day = cursor ? dayOf(cursor.sortedAt) : dayOf(now).add({ days: 1 })
  const found: HitRow[] = []
  const lookBack = async (days: number) => {
    const ofDays = sql`search.messages_with(${asked.query}, ${day.toString()}::date, ${days}, null)`
    const missing = { ...asked, pageSize: pageSize - found.length }
    const { rows } = await sql<HitRow>`
      ${hitsOf(tx, asked, newestOf(tx, actor, missing, ofDays))} order by m.created_at desc, m.id desc`.execute(tx)
    found.push(...rows)
    day = day.subtract({ days })
    return found.length > pageSize
  }
  for (const days of RECENT_DAYS) {
    if (await lookBack(days)) return pageOf(found, pageSize)
    // Not written today: probably a rare word, and each day costs as much as looking for it everywhere.
    if (found.length === 0) break
  }
  const all = await findAll(tx, actor, asked)
  if (all) return pageOf(all, pageSize)
  for (const days of FURTHER_DAYS) {
    if (await lookBack(days)) return pageOf(found, pageSize)
    if (performance.now() - started > PATIENCE_MS) {
      const next = day.add({ days: 1 }).toZonedDateTime('UTC').toInstant().toString({ smallestUnit: 'millisecond' })
      return { rows: found, nextCursor: `${next}|${FIRST_ID}` }
    }
  }
  return { rows: found, nextCursor: null }
}

/** The newest of all there are; null if there are too many to find them all. */
async function findAll(tx: TenantTx, actor: Actor, asked: Asked): Promise<HitRow[] | null> {
  const { rows } = await sql<{ total: number } & (HitRow | { id: null })>`
    with found as materialized (select * from search.messages_with(${asked.query}, null, null, ${FOUND_MAX}))
    select n.total, m.* from (select count(*)::int as total from found) n
    left join (${hitsOf(tx, asked, newestOf(tx, actor, asked, sql`found`))}) m on n.total < ${FOUND_MAX}
    order by m.created_at desc, m.id desc`.execute(tx)
  if ((rows[0]?.total ?? 0) >= FOUND_MAX) return null
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
