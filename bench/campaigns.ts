import http from 'node:http'
import type { Campaign } from '../packages/contract/src/api.ts'
import { BEARER_SECONDS } from '../packages/contract/src/rules/constants.ts'
import { startChild } from './lib/child.ts'
import { rssOf } from './lib/cpu.ts'
import { type Product, startProduct } from './lib/product.ts'
import { type BenchOptions, type Figure, median, p95, quantile, report } from './lib/report.ts'
import { type BenchTenant, signIn, signUpTenants } from './lib/tenants.ts'

const RECIPIENTS = { quick: 2000, usual: 20_000, whole: 1_000_000 }
/** Numbers of a country whose hours are those of the location, which the benchmark chooses. */
export const FIRST_PHONE = 447_755_550_000
const BARE_REQUESTS = 3000
const POLL_MS = 50
const SAMPLE_MS = 1000
const INBOX_PAUSE_MS = 25
const METRICS_PAUSE_MS = 500
/** Well before a bearer token expires. */
const SIGN_IN_AGAIN_MS = (BEARER_SECONDS * 1000 * 2) / 3
export const IDLE_CALLS = 400
const MB = 1_000_000

/**
 * Sends a campaign to everyone of one business through a carrier that accepts everything, while a teammate of another
 * business works in the inbox and someone looks at the results.
 */
export async function benchCampaigns({ isQuick, isWhole, size }: BenchOptions): Promise<Figure[]> {
  const recipients = size ?? (isQuick ? RECIPIENTS.quick : isWhole ? RECIPIENTS.whole : RECIPIENTS.usual)
  const carrier = await startChild('accepting-carrier.ts', {})
  const product = await startProduct({ carrierUrl: carrier.line })
  try {
    const [sender, other] = await signUpTenants(product, [
      { conversations: recipients, messages: recipients, firstPhone: FIRST_PHONE },
      { conversations: 1000, messages: 10_000 },
    ])
    if (!sender || !other) throw new Error('The businesses are missing.')
    await makeReady(product, sender)
    const insert = await measurePlainInsert(product, sender, recipients)

    const inbox = inboxOf(product, other)
    const idle = await inbox.measure(IDLE_CALLS)

    const call = caller(product, sender)
    const draft = await call<{ data: Campaign }>('/main/Campaign/save', {
      name: 'Everyone',
      audience: { criteria: {} },
      text: 'Business 0: our offer of the week ends on Friday. Reply STOP to opt out.',
    })
    const { id, version } = draft.data
    const memory: number[] = []
    const sampling = setInterval(() => void rssOf(product.pid).then((rss) => memory.push(rss)), SAMPLE_MS)
    const start = performance.now()
    await call('/main/Campaign/start', { id, version })
    const run = new AbortController()
    const working = inbox.measureUntil(run.signal)
    const watching = watchMetrics(call, id, run.signal)
    await until(() => isCollected(product, id))
    const collected = performance.now()
    await until(() => isDone(product, id))
    const done = performance.now()
    run.abort()
    clearInterval(sampling)
    const [during, metrics] = await Promise.all([working, watching])
    const { accepted, sample } = await carrierState(carrier.line)
    if (accepted !== recipients || !sample) throw new Error(`The carrier got ${accepted} of ${recipients} texts.`)
    const bare = await measureBareLoop(carrier.line, sample)
    const after = new AbortController()
    setTimeout(() => after.abort(), 100 * METRICS_PAUSE_MS)
    const afterwards = await watchMetrics(call, id, after.signal)

    const rate = (recipients / (done - start)) * 1000
    const line = (
      name: string,
      [value, baseline]: [number, number | null],
      unit: string,
      [goal, ok]: [string, boolean],
    ) => report({ bench: 'campaigns', case: `${recipients} recipients: ${name}`, value, unit, baseline, goal, ok })
    const materialised = collected - start
    const p99 = quantile(sorted(during), 0.99)
    const idleP99 = quantile(sorted(idle), 0.99)
    const spread = memorySpread(memory)
    return [
      line('audience stored', [materialised, insert], 'ms', [
        'at most 3 times the plain INSERT … SELECT',
        materialised <= 3 * insert,
      ]),
      line('handed to the carrier', [rate, bare], 'texts/s', [
        'at least 0.5 of a loop that posts the same requests',
        rate >= 0.5 * bare,
      ]),
      line('server memory after the first tenth, difference to its median', [spread / MB, null], 'MB', [
        'at most 50',
        spread <= 50 * MB,
      ]),
      line('inbox of another business, p99', [p99, idleP99], 'ms', ['at most 2 times idle', p99 <= 2 * idleP99]),
      ...Object.entries(metrics).map(([name, times]) =>
        line(`${name} during the run, p95`, [p95(times), null], 'ms', ['at most 100', p95(times) <= 100]),
      ),
      ...Object.entries(afterwards).map(([name, times]) =>
        line(`${name} after it, p95`, [p95(times), null], 'ms', ['at most 100', p95(times) <= 100]),
      ),
    ]
  } finally {
    await product.stop()
    await carrier.stop()
  }
}

/** Lifts what would hold texts back: consent, the caps of carriers, and the night. */
export async function makeReady({ owner, url }: Product, tenant: BenchTenant): Promise<void> {
  const { tenantId } = tenant
  await owner.query("update subscriptions set status = 'active'")
  // The location is where it is nine in the morning. The sign of these zones is that of POSIX.
  const offset = ((9 - new Date().getUTCHours() + 36) % 24) - 12
  const zone = `Etc/GMT${offset > 0 ? '-' : '+'}${Math.abs(offset)}`
  await owner.query('update locations set time_zone = $2 where tenant_id = $1', [tenantId, offset === 0 ? 'UTC' : zone])
  await owner.query(
    `insert into opt_outs (tenant_id, contact_phone, tenant_phone, is_marketing_opted_out, updated_at)
     select tenant_id, phone, '', false, now() from contacts where tenant_id = $1 on conflict do nothing`,
    [tenantId],
  )
  const call = caller({ url }, tenant)
  await call('/conversations/SendingSettings/save', { segmentsPerSecond: 1000 })
}

/** Inserts the rows that the audience will have in one statement, and deletes them again. Returns the milliseconds. */
async function measurePlainInsert({ owner }: Product, { tenantId, ownerId }: BenchTenant, recipients: number) {
  const id = crypto.randomUUID()
  await owner.query(
    `insert into group_messages (tenant_id, id, kind, body, author_user_id, author, state, total, started_at, finished_at)
     values ($1, $2, 'bulk', 'Baseline', $3, 'Owner', 'done', $4, now(), now())`,
    [tenantId, id, ownerId, recipients],
  )
  const start = performance.now()
  await owner.query(
    `insert into group_recipients (tenant_id, group_message_id, contact_id)
     select tenant_id, $2, id from contacts where tenant_id = $1`,
    [tenantId, id],
  )
  const duration = performance.now() - start
  await owner.query('delete from group_messages where tenant_id = $1 and id = $2', [tenantId, id])
  await owner.query('vacuum analyze group_recipients')
  return duration
}

const agent = new http.Agent({ keepAlive: true })

/** Posts JSON over a connection that is kept, and returns the text of the response. */
function post(url: string, headers: Record<string, string>, body: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const length = { 'content-length': Buffer.byteLength(body) }
    const request = http.request(url, { method: 'POST', agent, headers: { ...headers, ...length } }, (response) => {
      let text = ''
      response.on('data', (chunk) => {
        text += chunk
      })
      response.on('end', () => {
        const { statusCode = 0 } = response
        if (statusCode >= 200 && statusCode < 300) resolve(text)
        else reject(new Error(`${url} responded with ${statusCode}: ${text}`))
      })
    })
    request.on('error', reject)
    request.end(body)
  })
}

/** Calls the API as the owner of a business, who signs in again before the bearer token expires. */
function caller({ url }: Pick<Product, 'url'>, tenant: BenchTenant) {
  let token = tenant.token
  let signedInAt = performance.now()
  return async <Result>(path: string, body: object): Promise<Result> => {
    if (performance.now() - signedInAt > SIGN_IN_AGAIN_MS) {
      token = (await signIn(url, tenant)).bearerToken
      signedInAt = performance.now()
    }
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    return JSON.parse(await post(`${url}/api${path}`, headers, JSON.stringify(body)))
  }
}
type Call = ReturnType<typeof caller>

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

/** Someone who works in the inbox of a business: the list, its counts, and a thread. */
export function inboxOf(product: Pick<Product, 'url'>, tenant: BenchTenant) {
  const call = caller(product, tenant)
  const steps = [
    () => call('/conversations/Conversation/get-list', {}),
    () => call('/conversations/Conversation/get-stats', {}),
    () => call('/conversations/Conversation/get-list', { hasUnreadMessages: true }),
  ]
  const measureWhile = async (isOn: (calls: number) => boolean) => {
    const times: number[] = []
    for (; isOn(times.length); await sleep(INBOX_PAUSE_MS)) {
      const step = steps[times.length % steps.length]
      if (step) times.push(await timed(step))
    }
    return times
  }
  return {
    measure: async (calls: number) => {
      await measureWhile((n) => n < calls / 4)
      return measureWhile((n) => n < calls)
    },
    measureUntil: (signal: AbortSignal) => measureWhile(() => !signal.aborted),
  }
}

/** The calls of the page with the results of a campaign, and the list of campaigns. */
async function watchMetrics(call: Call, id: string, signal: AbortSignal): Promise<Record<string, number[]>> {
  const times: Record<string, number[]> = {}
  const calls = {
    'results: the campaign': () => call('/main/Campaign/get', { id }),
    'results: its texts': () => call('/main/Campaign/get-steps', { id }),
    'results: its trend': () => call('/main/Campaign/get-trend', { id }),
    'results: its recipients': () => call('/conversations/GroupConversation/messages/recipients', { id }),
    'results: recipients who replied': () =>
      call('/conversations/GroupConversation/messages/recipients', { id, hasReplied: true }),
    'results: recipients who clicked': () =>
      call('/conversations/GroupConversation/messages/recipients', { id, hasClicked: true }),
    'results: recipients who opted out': () =>
      call('/conversations/GroupConversation/messages/recipients', { id, hasOptedOut: true }),
    'results: recipients that failed': () =>
      call('/conversations/GroupConversation/messages/recipients', { id, outcome: 'failed' }),
    'list of campaigns': () => call('/main/Campaign/get-list', {}),
  }
  while (!signal.aborted) {
    for (const [name, work] of Object.entries(calls)) {
      times[name] ??= []
      times[name].push(await timed(work))
    }
    await sleep(METRICS_PAUSE_MS)
  }
  return times
}

const sleep = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms))

export async function until(isReached: () => Promise<boolean>): Promise<void> {
  while (!(await isReached())) await sleep(POLL_MS)
}

const isCollected = async ({ owner }: Product, id: string): Promise<boolean> => {
  const { rows } = await owner.query('select from group_messages where id = $1 and not is_collecting', [id])
  return rows.length > 0
}

/** Whether the carrier has every text. */
const isDone = async ({ owner }: Product, id: string): Promise<boolean> => {
  const { rows } = await owner.query("select from group_messages where id = $1 and state = 'done'", [id])
  if (rows.length === 0) return false
  const { rows: queued } = await owner.query(
    "select from messages where purpose = 'automatic' and delivery_status in ('queued', 'sending') limit 1",
  )
  return queued.length === 0
}

interface CarrierState {
  accepted: number
  sample: { path: string; headers: Record<string, string>; body: string } | null
}

export const carrierState = async (url: string): Promise<CarrierState> => (await fetch(`${url}/state`)).json()

/** Posts the same request over and over. Returns the requests per second. */
export async function measureBareLoop(url: string, { path, headers, body }: NonNullable<CarrierState['sample']>) {
  const loop = { ...headers, 'user-agent': 'bare-loop' }
  const times = async () =>
    timed(async () => {
      for (let n = 0; n < BARE_REQUESTS; n++) await post(url + path, loop, body)
    })
  await times()
  return (BARE_REQUESTS / median([await times(), await times(), await times()])) * 1000
}

export const sorted = (values: readonly number[]) => values.toSorted((a, b) => a - b)

/** The largest difference to the median, without the first tenth, in which caches fill. */
function memorySpread(samples: readonly number[]): number {
  const settled = samples.slice(Math.ceil(samples.length / 10))
  const middle = median(settled)
  return Math.max(0, ...settled.map((rss) => Math.abs(rss - middle)))
}
