import type { ContactImport } from '../packages/contract/src/api.ts'
import { IMPORT_PART_BYTES } from '../packages/contract/src/rules.ts'
import { rssOf } from './lib/cpu.ts'
import { type Product, startProduct } from './lib/product.ts'
import { type BenchOptions, type Figure, report } from './lib/report.ts'
import { signUpTenants } from './lib/tenants.ts'

const ROWS = { quick: 20_000, usual: 100_000, whole: 1_000_000 }
const POLL_MS = 100

/** Imports one file of new contacts into a business with 1,000 contacts: rate from file to committed, and memory. */
export async function benchImports({ isQuick, isWhole }: BenchOptions): Promise<Figure[]> {
  const rows = isQuick ? ROWS.quick : isWhole ? ROWS.whole : ROWS.usual
  const product = await startProduct()
  try {
    const [tenant] = await signUpTenants(product, [{ conversations: 1000, messages: 1000 }])
    await product.owner.query("update subscriptions set status = 'active'")
    const call = caller(product, tenant?.token ?? '')
    const { locations } = await call<{ locations: { id: string }[] }>('GET', '/main/Business/locations')
    const idle = await rssOf(product.pid)
    const memory = { peak: idle }
    const timer = setInterval(() => {
      void rssOf(product.pid).then((rss) => {
        memory.peak = Math.max(memory.peak, rss)
      })
    }, POLL_MS)

    const file = new Blob(['Name,Mobile,Email,Birthday,Tags\r\n', ...Array.from({ length: rows }, (_, n) => rowOf(n))])
    const { id } = await call<ContactImport>('POST', '/main/ContactImport/create', {
      fileName: 'contacts.csv',
      byteSize: file.size,
    })
    for (let part = 0; part * IMPORT_PART_BYTES < file.size; part++) {
      const form = new FormData()
      form.append('id', id)
      form.append('part', String(part))
      form.append('file', file.slice(part * IMPORT_PART_BYTES, (part + 1) * IMPORT_PART_BYTES), 'part')
      await call('POST', '/main/ContactImport/upload', form)
    }
    const { mapping, hasHeader } = await call<ContactImport>('POST', '/main/ContactImport/read', { id })
    const until = async (state: string) => {
      for (;;) {
        const now = await call<ContactImport>('GET', `/main/ContactImport/get?id=${id}`)
        if (now.state === state) return now
        if (now.state === 'failed' || now.state === 'stopped') throw new Error(`The import is ${now.state}.`)
        await new Promise((resolve) => setTimeout(resolve, POLL_MS))
      }
    }
    const start = performance.now()
    const locationID = locations[0]?.id ?? ''
    const mode = 'create-and-update'
    await call('POST', '/main/ContactImport/check', { id, mapping, hasHeader, mode, locationID })
    const ready = await until('ready')
    const checked = performance.now()
    await call('POST', '/main/ContactImport/start', { id })
    const done = await until('done')
    const end = performance.now()
    clearInterval(timer)
    if (ready.counts.new !== rows || done.created !== rows) throw new Error('Rows are missing.')
    const rate = (from: number, to: number) => (rows / (to - from)) * 1000
    const figure = (name: string, value: number, unit: string, goal: string, ok: boolean) =>
      report({ bench: 'imports', case: `${rows} rows: ${name}`, value, unit, baseline: null, goal, ok })
    const total = rate(start, end)
    const above = (memory.peak - idle) / 1_000_000
    return [
      figure('dry run', rate(start, checked), 'rows/s', 'none', true),
      figure('import', rate(checked, end), 'rows/s', 'none', true),
      figure('dry run and import', total, 'rows/s', 'at least 5,000', total >= 5000),
      figure('server memory above idle, peak', above, 'MB', 'at most 300', above <= 300),
    ]
  } finally {
    await product.stop()
  }
}

const rowOf = (n: number): string =>
  `Customer ${n} Family${n % 977},(${212 + (n % 3 === 0 ? 0 : 100)}) ${String(200 + Math.floor(n / 10_000)).padStart(3, '0')}-${String(n % 10_000).padStart(4, '0')},c${n}@example.test,${1 + (n % 12)}/${1 + (n % 28)}/1980,imported; group ${n % 50}\r\n`

const caller =
  ({ url }: Product, token: string) =>
  async <Result>(method: string, path: string, body?: object): Promise<Result> => {
    const response = await fetch(`${url}/api${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body && !(body instanceof FormData) && { 'content-type': 'application/json' }),
      },
      ...(body && { body: body instanceof FormData ? body : JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${path} failed: ${await response.text()}`)
    return (await response.json()) as Result
  }
