import { IDLE_CALLS, inboxOf, sorted } from './campaigns.ts'
import { startProduct } from './lib/product.ts'
import { type Figure, quantile, report } from './lib/report.ts'
import { signUpTenants } from './lib/tenants.ts'
import { inParallel, sendRequests } from './payment-events.ts'
import { filesCookie } from './payment-export.ts'

const DOCUMENTS = 20
const INBOX_GOAL = 2

/** Downloads PDFs of one business’s documents while a teammate of another business works in the inbox. */
export async function benchPaymentPdfs(count: number): Promise<Figure[]> {
  const product = await startProduct()
  try {
    const [tenant, other] = await signUpTenants(product, [
      { conversations: 100, messages: 100 },
      { conversations: 1000, messages: 10_000 },
    ])
    if (!tenant || !other) throw new Error('The businesses are missing.')
    const ids = await sendRequests(product, tenant, DOCUMENTS)
    const cookie = await filesCookie(product.url, tenant.login)
    const download = async (id = '') => {
      const response = await fetch(`${product.url}/files/payments/${id}.pdf`, { headers: { cookie } })
      const file = new Uint8Array(await response.arrayBuffer())
      if (!response.ok || file.length < 1000) throw new Error(`No PDF: ${response.status}, ${file.length} bytes`)
    }
    await download(ids[0])
    const inbox = inboxOf(product, other)
    const idle = await inbox.measure(IDLE_CALLS)
    const run = new AbortController()
    const working = inbox.measureUntil(run.signal)
    const start = performance.now()
    await inParallel(count, (index) => download(ids[index % ids.length]))
    const perSecond = (1000 * count) / (performance.now() - start)
    run.abort()
    const [p99, idleP99] = [quantile(sorted(await working), 0.99), quantile(sorted(idle), 0.99)]
    return [
      report({
        bench: 'payments',
        case: `${count} PDFs downloaded (${perSecond.toFixed(1)}/s): inbox of another business, p99`,
        value: p99,
        unit: 'ms',
        baseline: idleP99,
        goal: `at most ${INBOX_GOAL} times idle`,
        ok: p99 <= INBOX_GOAL * idleP99,
      }),
    ]
  } finally {
    await product.stop()
  }
}
