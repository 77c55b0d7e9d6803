import http from 'node:http'
import { CONVERSATION_COLUMNS } from '../apps/server/src/modules/conversations/rows.ts'
import { startProduct } from './lib/product.ts'
import { type Figure, quantile, report } from './lib/report.ts'
import { signUpTenants } from './lib/tenants.ts'

const CONCURRENCY = 4
const NEIGHBOURS = 20

interface Case {
  name: string
  path: string
  body: unknown
  /** The plain SQL that fetches the same rows; $1 is the tenant. */
  sql: string
}

/** Exactly the rows and columns of the answer, without a server and past row level security. */
const LIST = (where: string) => `
  select ${CONVERSATION_COLUMNS},
    (select d.message_draft from conversation_drafts d where d.tenant_id = $1 and d.conversation_id = c.id limit 1) as draft
  from (
    select * from conversations c where c.tenant_id = $1 and ${where} order by c.sorted_at desc, c.id desc limit 51
  ) c
  join contacts t on t.tenant_id = $1 and t.id = c.contact_id
  left join users u on u.tenant_id = $1 and u.id = c.to_user_id
  order by c.sorted_at desc, c.id desc`

const LIST_PATH = '/api/conversations/Conversation/get-list'

const CASES: Case[] = [
  { name: 'get-list, open', path: LIST_PATH, body: {}, sql: LIST('not c.is_closed') },
  { name: 'get-list, closed', path: LIST_PATH, body: { isClosed: true }, sql: LIST('c.is_closed') },
  {
    name: 'get-list, unread',
    path: LIST_PATH,
    body: { hasUnreadMessages: true },
    sql: LIST('not c.is_closed and c.unread_messages > 0'),
  },
  {
    name: 'get-stats',
    path: '/api/conversations/Conversation/get-stats',
    body: {},
    // What the answer says is of these rows; that it is read from kept totals is our business.
    sql: `select location_id, to_user_id, folder, status_key, is_closed, unread_messages > 0, count(*)
      from conversations where tenant_id = $1 group by 1, 2, 3, 4, 5, 6`,
  },
]

/** The inbox of a big tenant among small ones, beside the plain SQL for the same rows. */
export async function benchLists({ isQuick }: { isQuick: boolean }): Promise<Figure[]> {
  const requests = isQuick ? 400 : 2000
  const product = await startProduct()
  try {
    const small = { conversations: 1000, messages: 5000 }
    const [big] = await signUpTenants(product, [
      { conversations: 100_000, messages: 1_000_000 },
      ...Array.from({ length: NEIGHBOURS }, () => small),
    ])
    if (!big) throw new Error('No tenant was signed up.')
    const callOf = (one: Case) => postTo(product.url + one.path, big.token, one.body)
    const queryOf = (one: Case) => () => product.owner.query({ name: one.name, text: one.sql, values: [big.tenantId] })
    // A server that has been up for a minute: compiled, its connections' plans made.
    await inTurn(CASES, (one) => timed(callOf(one), requests))
    return await inTurn(CASES, async (one) => {
      const [call, query] = [callOf(one), queryOf(one)]
      await timed(query, 300)
      // In turns, so that both meet the machine in the same mood.
      const [api, sql]: [number[], number[]] = [[], []]
      for (let round = 0; round < 4; round++) {
        sql.push(...(await timed(query, requests / 4)))
        api.push(...(await timed(call, requests / 4)))
      }
      const [value, baseline] = [p95(api), p95(sql)]
      return report({
        bench: 'lists',
        case: `${one.name}: p95 at concurrency ${CONCURRENCY}`,
        value,
        unit: 'ms',
        baseline,
        goal: 'at most 3 times the plain SQL',
        ok: value / baseline <= 3,
      })
    })
  } finally {
    await product.stop()
  }
}

async function inTurn<T, R>(items: T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  for (const item of items) results.push(await work(item))
  return results
}

const p95 = (times: number[]) =>
  quantile(
    times.toSorted((a, b) => a - b),
    0.95,
  )

async function timed(call: () => Promise<unknown>, times: number): Promise<number[]> {
  const measured: number[] = []
  let left = times
  await Promise.all(
    Array.from({ length: CONCURRENCY }, async () => {
      while (left-- > 0) {
        const started = performance.now()
        await call()
        measured.push(performance.now() - started)
      }
    }),
  )
  return measured
}

const keepAlive = new http.Agent({ keepAlive: true, maxSockets: CONCURRENCY })

function postTo(url: string, token: string, body: unknown): () => Promise<void> {
  const text = JSON.stringify(body)
  const headers = {
    'content-type': 'application/json',
    authorization: `Bearer ${token}`,
    'content-length': Buffer.byteLength(text),
  }
  return () =>
    new Promise((resolve, reject) => {
      const request = http.request(url, { method: 'POST', agent: keepAlive, headers }, (response) => {
        response.resume()
        response.on('end', () =>
          response.statusCode === 200 ? resolve() : reject(new Error(`${url} answered ${response.statusCode}`)),
        )
      })
      request.on('error', reject)
      request.end(text)
    })
}
