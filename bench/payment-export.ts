import { rssOf } from './lib/cpu.ts'
import type { Product } from './lib/product.ts'
import { type Figure, report } from './lib/report.ts'
import type { BenchTenant } from './lib/tenants.ts'

const RATE_GOAL = 20_000
const MEMORY_GOAL_MB = 50
const SAMPLE_MS = 100
const MB = 1_000_000

/** Downloads all documents of a business as a file, and watches the memory of the server meanwhile. */
export async function benchPaymentExport(
  { owner, pid, url }: Product,
  { tenantId, token, login }: BenchTenant,
  documents: number,
): Promise<Figure[]> {
  await owner.query("update subscriptions set status = 'active' where tenant_id = $1", [tenantId])
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
  const created = await fetch(`${url}/api/payments/PaymentRequest/export`, { method: 'POST', headers, body: '{}' })
  if (!created.ok) throw new Error(`No export: ${await created.text()}`)
  const { data } = (await created.json()) as { data: { url: string } }

  const cookie = await filesCookie(url, login)
  const memory: number[] = []
  const sampling = setInterval(() => void rssOf(pid).then((rss) => memory.push(rss)), SAMPLE_MS)
  const start = performance.now()
  const lines = await countLines(new URL(data.url, url), cookie).finally(() => clearInterval(sampling))
  const seconds = (performance.now() - start) / 1000
  if (lines < documents) throw new Error(`The file has ${lines} of ${documents} lines.`)

  const settled = memory.slice(Math.ceil(memory.length / 10))
  const growth = settled.length === 0 ? 0 : (Math.max(...settled) - Math.min(...settled)) / MB
  const line = (name: string, value: number, unit: string, [goal, ok]: [string, boolean]) =>
    report({
      bench: 'payments',
      case: `export of ${documents} documents: ${name}`,
      value,
      unit,
      baseline: null,
      goal,
      ok,
    })
  const rate = documents / seconds
  return [
    line('rate', rate, 'rows/s', [`at least ${RATE_GOAL}`, rate >= RATE_GOAL]),
    line('server memory after the first tenth, highest less lowest', growth, 'MB', [
      `at most ${MEMORY_GOAL_MB}`,
      growth <= MEMORY_GOAL_MB,
    ]),
  ]
}

/** Signs in like a browser, which gets a cookie for files. */
export async function filesCookie(url: string, login: BenchTenant['login']): Promise<string> {
  const response = await fetch(`${url}/api/main/Authenticate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(login),
  })
  const cookie = response.headers.getSetCookie().find((each) => each.startsWith('frontdesk_files='))
  if (!cookie) throw new Error('The response has no files cookie.')
  return cookie.split(';')[0] ?? ''
}

async function countLines(file: URL, cookie: string): Promise<number> {
  const response = await fetch(file, { headers: { cookie } })
  if (!response.ok) throw new Error(`No file: ${response.status} ${await response.text()}`)
  let lines = 0
  for await (const part of response.body ?? []) for (const byte of part) if (byte === 10) lines += 1
  return lines
}
