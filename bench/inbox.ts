import { openBrowser } from '../e2e/browser.ts'
import { buildWeb } from '../scripts/build-web.ts'
import { benchBurst } from './inbox/burst.ts'
import { benchScroll } from './inbox/scroll.ts'
import { benchSteps } from './inbox/steps.ts'
import { openInbox } from './lib/inbox-page.ts'
import { startProduct } from './lib/product.ts'
import type { BenchOptions, Figure } from './lib/report.ts'
import { signUpTenants } from './lib/tenants.ts'

const MANY = { conversations: 300, messages: 300 * 24 }
const rows = (conversations: number) => ({ conversations, messages: conversations })

/** The inbox in a real browser: stepping through it, scrolling a long one, typing while texts arrive. */
export async function benchInbox({ isQuick }: BenchOptions): Promise<Figure[]> {
  await buildWeb()
  const product = await startProduct()
  const browser = await openBrowser()
  try {
    const [many, long] = await signUpTenants(product, [MANY, rows(isQuick ? 5000 : 100_000)])
    if (!many || !long) throw new Error('No tenants were signed up.')
    const steps = await openInbox(browser, product.url, many)
    const figures = await benchSteps(steps, isQuick ? 20 : 60)
    await steps.close()
    const scroll = await openInbox(browser, product.url, long, '?tab=all')
    figures.push(...(await benchScroll(scroll, isQuick ? { rows: 5000, seconds: 4 } : { rows: 100_000, seconds: 10 })))
    await scroll.close()
    const burst = await openInbox(browser, product.url, many)
    figures.push(...(await benchBurst(burst, product.url, { ...MANY, tenant: many, seconds: isQuick ? 5 : 10 })))
    await burst.close()
    return figures
  } finally {
    await browser.close()
    await product.stop()
  }
}
