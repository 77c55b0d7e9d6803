import type { Browser, CDPSession, Page } from 'playwright-core'
import { SESSION_KEY } from '../../apps/web/src/lib/session/stored-session.ts'
import { type BenchTenant, signIn } from './tenants.ts'

/** Longer than the delay before the page prefetches. */
const IDLE_MS = 500

export interface InboxPage {
  browser: Browser
  page: Page
  cdp: CDPSession
  close: () => Promise<void>
}

/** Opens the inbox of a tenant's owner in a desktop viewport. */
export async function openInbox(browser: Browser, url: string, tenant: BenchTenant, search = ''): Promise<InboxPage> {
  const session = JSON.stringify(await signIn(url, tenant))
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  await context.addInitScript(([key, value]) => localStorage.setItem(key ?? '', value ?? ''), [SESSION_KEY, session])
  const page = await context.newPage()
  await page.goto(`${url}/conversations${search}`)
  await page.locator('a[data-sid]').first().waitFor()
  await page.waitForLoadState('networkidle')
  return { browser, page, cdp: await context.newCDPSession(page), close: () => context.close() }
}

/** Opens the first conversation and waits until its panes have loaded. */
export async function openFirst(inbox: InboxPage): Promise<void> {
  const { page } = inbox
  await page.locator('a[data-sid]').first().click()
  await page.locator('[role=log] [data-message-sid]').first().waitFor()
  await waitUntilIdle(inbox)
}

/** Waits until the page has made no request and had no long task for a while. */
export const waitUntilIdle = ({ page }: InboxPage): Promise<void> =>
  page.evaluate(
    (idleMs) =>
      new Promise<void>((resolve) => {
        const done = () => {
          observer.disconnect()
          resolve()
        }
        let timer = setTimeout(done, idleMs)
        const observer = new PerformanceObserver(() => {
          clearTimeout(timer)
          timer = setTimeout(done, idleMs)
        })
        observer.observe({ entryTypes: ['resource', 'longtask'] })
      }),
    IDLE_MS,
  )
