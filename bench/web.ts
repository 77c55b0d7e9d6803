import type { Page } from 'playwright-core'
import { seedDemo } from '../apps/server/src/demo/seed-demo.ts'
import { startThrowawayInstance } from '../apps/server/src/testing/replay/start-throwaway-instance.ts'
import { SESSION_KEY } from '../apps/web/src/lib/session/stored-session.ts'
import { openBrowser } from '../e2e/browser.ts'
import { buildWeb } from '../scripts/build-web.ts'
import { type BenchOptions, type Figure, p95, report } from './lib/report.ts'

const OPEN_BUDGET_MS = 100

/**
 * Time to open conversations and settings pages of the demo business in a real browser. `npm run check` limits the size
 * of the first load.
 */
export async function benchWeb({ isQuick }: BenchOptions): Promise<Figure[]> {
  await buildWeb()
  const instance = await startThrowawayInstance()
  const browser = await openBrowser()
  try {
    await seedDemo(instance.server, instance.sandbox)
    const response = await fetch(`${instance.url}/api/main/Authenticate`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ userName: 'owner@harbor-dental.test', password: 'frontdesk-demo' }),
    })
    const session = await response.text()
    const openInbox = async () => {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
      await context.addInitScript(
        ([key, value]) => localStorage.setItem(key ?? '', value ?? ''),
        [SESSION_KEY, session],
      )
      const page = await context.newPage()
      await page.goto(`${instance.url}/conversations`)
      await page.locator('a[data-sid]').first().waitFor()
      return { page, sids: await sidsOn(page) }
    }
    // Two clicks as soon as the list appears, with an empty browser cache each time.
    const firstAtOnce: number[] = []
    const secondAtOnce: number[] = []
    for (let round = 0; round < (isQuick ? 2 : 6); round++) {
      const { page, sids } = await openInbox()
      const [first = '', , , second = ''] = sids
      firstAtOnce.push(...(await openEach(page, [first])))
      secondAtOnce.push(...(await openEach(page, [second])))
      await page.context().close()
    }

    const { page, sids } = await openInbox()
    await page.waitForLoadState('networkidle')
    const rounds = isQuick ? 1 : 3
    const fresh = await openEach(page, sids)
    const repeated: number[] = []
    for (let round = 0; round < rounds; round++) repeated.push(...(await openEach(page, sids)))

    const settings: number[] = []
    for (let round = 0; round <= rounds; round++) settings.push(...(await openSettings(page, instance.url)))

    return [
      ...(
        [
          ['opening a conversation the moment the list appears, p95', firstAtOnce],
          ['opening another right after it, p95', secondAtOnce],
          ['opening a conversation for the first time, p95', fresh],
          ['opening a conversation again, p95', repeated],
          ['opening a settings page, p95', settings],
        ] as const
      ).map(([name, times]) => {
        const value = p95(times)
        return report({
          bench: 'web',
          case: name,
          value,
          unit: 'ms',
          baseline: null,
          goal: `within ${OPEN_BUDGET_MS} ms`,
          ok: value <= OPEN_BUDGET_MS,
        })
      }),
    ]
  } finally {
    await browser.close()
    await instance.close()
  }
}

const sidsOn = (page: Page): Promise<string[]> =>
  page.locator('a[data-sid]').evaluateAll((links) => links.map((link) => link.getAttribute('data-sid') ?? ''))

/** Milliseconds from the click to the frame that shows the settings page with its data. */
async function openSettings(page: Page, url: string): Promise<number[]> {
  await page.goto(`${url}/settings`)
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link').first().waitFor()
  await page.waitForLoadState('networkidle')
  return page.evaluate(async () => {
    const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    const links = [...document.querySelectorAll<HTMLAnchorElement>('nav[aria-label="Settings"] a')]
    const times: number[] = []
    // The first one is already open.
    for (const link of [...links.slice(1), ...links.slice(0, 1)]) {
      const started = performance.now()
      link.click()
      const isThere = () =>
        location.pathname === link.pathname &&
        document.querySelector('main h1') !== null &&
        document.querySelector('main [role=status][aria-label=Loading]') === null
      do {
        await nextFrame()
        if (performance.now() - started > 5000) throw new Error(`${link.pathname} did not open.`)
      } while (!isThere())
      await nextFrame()
      times.push(performance.now() - started)
    }
    return times
  })
}

/** Milliseconds from the click, without hovering first, to the frame that shows the conversation's messages. */
async function openEach(page: Page, sids: string[]): Promise<number[]> {
  const times: number[] = []
  for (const sid of sids) {
    times.push(
      await page.evaluate(async (sid) => {
        const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))
        const link = document.querySelector<HTMLAnchorElement>(`a[data-sid="${sid}"]`)
        const name = link?.querySelector('[class*=name]')?.textContent ?? ''
        const started = performance.now()
        link?.click()
        const isThere = () =>
          location.pathname.endsWith(sid) &&
          document.querySelector('section header h2')?.textContent === name &&
          document.querySelector('[role=log] [data-message-sid]') !== null
        while (!isThere()) {
          await nextFrame()
          if (performance.now() - started > 5000) throw new Error(`The messages of ${name} did not appear.`)
        }
        await nextFrame()
        return performance.now() - started
      }, sid),
    )
  }
  return times
}
