import { setTimeout as pause } from 'node:timers/promises'
import { CONVERSATION_COLUMNS } from '../apps/server/src/modules/conversations/rows.ts'
import type { ConversationFilter } from '../packages/contract/src/api.ts'
import { type Product, startProduct } from './lib/product.ts'
import { type BenchOptions, type Figure, p95, report } from './lib/report.ts'
import { CONCURRENCY, mapSequentially, measure, nameOf, type Pair, post, sideBySide } from './lib/side-by-side.ts'
import { signIn, signUpTenants } from './lib/tenants.ts'

interface Case {
  name: string
  path: string
  body: unknown
  /** Plain SQL that fetches the same rows; $1 is the tenant. */
  sql: string
  /** Allowed multiple of the plain SQL's time. */
  goal: number
}

/** The rows and columns of the response, without a server and row level security. */
const LIST = (where: string, direction = 'desc', by = 'c.sorted_at') => `
  select ${CONVERSATION_COLUMNS.sql('c.tenant_id')},
    (select d.message_draft from conversation_drafts d where d.tenant_id = $1 and d.conversation_id = c.id limit 1) as draft
  from (
    select * from conversations c where c.tenant_id = $1 and ${where} order by ${by} ${direction}, c.id ${direction} limit 51
  ) c
  join contacts t on t.tenant_id = $1 and t.id = c.contact_id
  left join users u on u.tenant_id = $1 and u.id = c.to_user_id
  order by ${by} ${direction}, c.id ${direction}`

const LIST_PATH = '/api/conversations/Conversation/get-list'
const SEARCH_PATH = '/api/conversations/Message/search'

const list = (name: string, body: ConversationFilter, where: string): Case => ({
  name: `get-list, ${name}`,
  path: LIST_PATH,
  // As the web app requests it.
  body: { ...body, isLean: true },
  sql: LIST(where),
  goal: 3,
})

const search = (name: string, text: string, query: string): Case => ({
  name: `full-text search, ${name}`,
  path: SEARCH_PATH,
  body: { text },
  sql: `select m.id, m.conversation_id, m.index, m.type, m.author, m.is_outgoing, m.created_at,
      ts_headline('words', m.body, to_tsquery('words', '${query}'))
    from (
      select * from messages m
      where m.tenant_id = $1 and m.type <> 'update' and message_words(m.body, m.data) @@ to_tsquery('words', '${query}')
      order by m.created_at desc, m.id desc limit 21
    ) m`,
  goal: 2,
})

const CASES: Case[] = [
  list('open', {}, 'not c.is_closed'),
  list('closed', { isClosed: true }, 'c.is_closed'),
  list('unread', { hasUnreadMessages: true }, 'not c.is_closed and c.unread_messages > 0'),
  {
    ...list('who waits longest', { needsAnswer: true, orderBy: 'needsAnswerSince', orderByDesc: false }, ''),
    sql: LIST(
      'not c.is_closed and not c.is_snoozed and c.needs_answer_since is not null',
      'asc',
      'c.needs_answer_since',
    ),
  },
  list('snoozed', { isSnoozed: true }, 'not c.is_closed and c.is_snoozed'),
  list(
    'by name',
    { searchName: 'Silva 77' },
    `not c.is_closed and c.contact_phone in (select phone from contacts t where t.tenant_id = $1 and t.name_key like '%silva%' and t.name_key like '%77%')`,
  ),
  list(
    'by phone',
    { searchPhoneNumber: '41555512' },
    `not c.is_closed and c.contact_phone in (select phone from contacts t where t.tenant_id = $1 and t.phone like '%41555512%')`,
  ),
  {
    name: 'get-stats',
    path: '/api/conversations/Conversation/get-stats',
    body: {},
    // Counts the rows themselves; the server reads maintained totals.
    sql: `select location_id, to_user_id, folder, status_key, is_closed, unread_messages > 0, count(*)
      from conversations where tenant_id = $1 group by 1, 2, 3, 4, 5, 6`,
    goal: 2,
  },
  search('a word in every message', 'tuesday', 'tuesday:*'),
  search('a rare word', 'reference0cc1', 'reference0cc1:*'),
  search('a rare word and a frequent one', 'tuesday reference0cc', 'tuesday & reference0cc:*'),
]

/** All combinations of the list's filters. */
function combinations(ownerId: string): Case[] {
  const axes: { name: string; body: ConversationFilter; where: string }[][] = [
    [
      { name: 'open', body: {}, where: 'not c.is_closed' },
      { name: 'closed', body: { isClosed: true }, where: 'c.is_closed' },
    ],
    [
      { name: '', body: {}, where: '' },
      { name: 'mine', body: { toUserIDs: [ownerId] }, where: `c.to_user_id = '${ownerId}'` },
      { name: 'unassigned', body: { isUnassigned: true }, where: 'c.to_user_id is null' },
    ],
    [
      { name: '', body: {}, where: '' },
      { name: 'in a folder', body: { folderKeys: ['reviews'] }, where: `c.folder = any(array['reviews'])` },
    ],
    [
      { name: '', body: {}, where: '' },
      { name: 'with a status', body: { statusKeys: ['lead'] }, where: `c.status_key = any(array['lead'])` },
    ],
    [
      { name: '', body: {}, where: '' },
      { name: 'unread', body: { hasUnreadMessages: true }, where: 'c.unread_messages > 0' },
    ],
    [
      { name: '', body: {}, where: '' },
      {
        name: 'of a month',
        body: { startDateTimeUTC: month(2), endDateTimeUTC: month(1) },
        where: `c.sorted_at >= '${month(2)}' and c.sorted_at < '${month(1)}'`,
      },
    ],
    [
      { name: '', body: {}, where: '' },
      { name: 'oldest first', body: { orderByDesc: false }, where: '' },
    ],
  ]
  let all = [{ names: [] as string[], body: {} as ConversationFilter, wheres: [] as string[] }]
  for (const axis of axes) {
    all = all.flatMap((combination) =>
      axis.map(({ name, body, where }) => ({
        names: name ? [...combination.names, name] : combination.names,
        body: { ...combination.body, ...body },
        wheres: where ? [...combination.wheres, where] : combination.wheres,
      })),
    )
  }
  return all.map(({ names, body, wheres }) => ({
    name: names.join(', '),
    path: LIST_PATH,
    body,
    sql: LIST(wheres.join(' and '), body.orderByDesc === false ? 'asc' : 'desc'),
    goal: 2,
  }))
}

const month = (ago: number) =>
  Temporal.Now.instant()
    .subtract({ hours: ago * 30 * 24 })
    .toString({ smallestUnit: 'second' })

/** Lists of a big tenant among small ones, compared with plain SQL for the same rows. */
export async function benchLists({ isQuick, isWhole }: BenchOptions): Promise<Figure[]> {
  const [conversations, neighbours] = isWhole ? [1_000_000, 100] : isQuick ? [20_000, 10] : [100_000, 20]
  const size = { conversations, messages: conversations * 10 }
  const requests = isQuick ? 200 : 1000
  const product = await startProduct()
  try {
    const small = { conversations: 1000, messages: 5000 }
    const [big] = await signUpTenants(product, [size, ...Array.from({ length: neighbours }, () => small)])
    if (!big) throw new Error('No tenant was signed up.')
    const scansBefore = await scansOf(product)
    let session = big.token
    const requestsOf = (benchCase: Case) => ({
      call: () => post(product.url + benchCase.path, session, benchCase.body),
      query: () => product.owner.query({ name: nameOf(benchCase), text: benchCase.sql, values: [big.tenantId] }),
    })
    // Warm up: compiled code and cached query plans.
    await mapSequentially(CASES, (benchCase) => measure(requestsOf(benchCase).call, requests / 2))
    const goalOf = ({ goal }: Case) => (isWhole ? 2 : goal)
    const single = await mapSequentially(CASES, async (benchCase) => {
      // At full size the benchmark takes longer than a session lasts.
      session = (await signIn(product.url, big)).bearerToken
      const { api, sql } = await sideBySide(requestsOf(benchCase), requests)
      const [value, baseline] = [p95(api), p95(sql)]
      return report({
        bench: 'lists',
        case: `${benchCase.name}: p95 at concurrency ${CONCURRENCY}`,
        value,
        unit: 'ms',
        baseline,
        goal: `at most ${goalOf(benchCase)} times the plain SQL`,
        ok: value / baseline <= goalOf(benchCase),
      })
    })
    session = (await signIn(product.url, big)).bearerToken
    const every = await benchCombinations(combinations(big.ownerId), requestsOf, isQuick ? 16 : 40)
    const scans = (await scansOf(product)) - scansBefore
    return [
      ...single,
      ...every,
      report({
        bench: 'lists',
        case: 'sequential scans of messages during all of it',
        value: scans,
        unit: 'scans',
        baseline: null,
        goal: 'none',
        ok: scans === 0,
      }),
    ]
  } finally {
    await product.stop()
  }
}

async function benchCombinations(
  all: Case[],
  requestsOf: (benchCase: Case) => Pair,
  requests: number,
): Promise<Figure[]> {
  const measured = await mapSequentially(all, async (benchCase) => {
    await measure(requestsOf(benchCase).call, CONCURRENCY)
    const { api, sql } = await sideBySide(requestsOf(benchCase), requests)
    return { name: benchCase.name, api, sql, ratio: p95(api) / p95(sql) }
  })
  const worst = measured.toSorted((a, b) => b.ratio - a.ratio)[0]
  if (!worst) throw new Error('No combinations were measured.')
  const pooled = (which: 'api' | 'sql') => p95(measured.flatMap((result) => result[which]))
  const [value, baseline] = [pooled('api'), pooled('sql')]
  return [
    report({
      bench: 'lists',
      case: `get-list, all ${all.length} combinations of filters together: p95`,
      value,
      unit: 'ms',
      baseline,
      goal: 'at most 2 times the plain SQL',
      ok: value / baseline <= 2,
    }),
    report({
      bench: 'lists',
      case: `get-list, the worst combination (${worst.name}): p95`,
      value: p95(worst.api),
      unit: 'ms',
      baseline: p95(worst.sql),
      goal: 'at most 2 times the plain SQL, or under 20 ms',
      ok: worst.ratio <= 2 || p95(worst.api) < 20,
    }),
  ]
}

/** PostgreSQL's PGSTAT_IDLE_INTERVAL: an idle connection flushes its statistics within this time. */
const REPORTED_AFTER_MS = 10_000

/** Sequential scans of messages only: the plain SQL scans conversations to count them. */
async function scansOf({ owner }: Product): Promise<number> {
  await pause(REPORTED_AFTER_MS + 1000)
  const { rows } = await owner.query<{ scans: string }>(
    "select seq_scan::text as scans from pg_stat_user_tables where relname = 'messages'",
  )
  return Number(rows[0]?.scans ?? 0)
}
