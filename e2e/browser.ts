import { setTimeout as pause } from 'node:timers/promises'
import sparticuz from '@sparticuz/chromium'
import axe from 'axe-core'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
  type Request,
} from 'playwright-core'
import { expect } from 'vitest'
import type { TestUser } from '../apps/server/src/testing/test-instance.ts'
import { SESSION_KEY } from '../apps/web/src/lib/session/stored-session.ts'

/** The browser that came with `npm ci`, or the one CHROMIUM_PATH names. */
export async function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? (await sparticuz.executablePath()),
    args: [
      '--no-sandbox',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // Rendered by Chromium in software: emulating a GPU takes a third of the time.
      '--disable-gpu',
      '--disable-software-rasterizer',
    ],
  })
}

export interface Visitor {
  page: Page
  /** Errors that the page reported; a journey must end with none. */
  complaints: string[]
  goOffline: () => Promise<void>
  goOnline: () => Promise<void>
  close: () => Promise<void>
  /** Closes the visit, and asserts that the page reported no errors, except those that contain one of `except`. */
  leave: (...except: string[]) => Promise<void>
}

export const PHONE: BrowserContextOptions = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }
export const DESKTOP: BrowserContextOptions = { viewport: { width: 1440, height: 900 } }
/** Has space for the inbox views beside the list. */
export const WIDE: BrowserContextOptions = { viewport: { width: 1600, height: 900 } }

/** For `test.each`. */
export const SIZES = [
  { size: 'on a desktop', options: DESKTOP },
  { size: 'on a phone', options: PHONE },
]

const nodesOf = new Map<string, string[]>()

/** Spreads visitors of the first of these addresses over all of them. */
export function spreadVisitors(urls: readonly string[]): void {
  if (urls[0]) nodesOf.set(urls[0], [...urls])
}

function nextNode(url: string): string {
  const nodes = nodesOf.get(url)
  const next = nodes?.shift()
  if (!nodes || !next) return url
  nodes.push(next)
  return next
}

/** Contexts without a visitor, by browser and options. */
const idleContexts = new WeakMap<Browser, Map<string, BrowserContext[]>>()

/**
 * Returns a context without cookies or stored data, and an empty page. A context that an earlier visitor has left is
 * used again, because its caches of scripts save a third of what the first screen costs.
 */
async function openContext(browser: Browser, options: BrowserContextOptions & { baseURL: string }) {
  const contexts = idleContexts.get(browser) ?? new Map<string, BrowserContext[]>()
  idleContexts.set(browser, contexts)
  const key = JSON.stringify(options)
  const idle = contexts.get(key) ?? []
  contexts.set(key, idle)
  const reused = idle.pop()
  const context = reused ?? (await browser.newContext(options))
  const page = await context.newPage()
  if (reused) {
    const session = await context.newCDPSession(page)
    await session.send('Storage.clearDataForOrigin', { origin: options.baseURL, storageTypes: 'all' })
    await session.detach()
    await context.clearCookies()
  }
  const release = async () => {
    await Promise.all(context.pages().map((open) => open.close()))
    await context.setOffline(false)
    idle.push(context)
  }
  return { context, page, release }
}

/** Opens a browser context, signed in as a user by an inserted session, or signed out. */
export async function visit(
  browser: Browser,
  url: string,
  person: Pick<TestUser, 'auth'> | null,
  options: BrowserContextOptions = DESKTOP,
): Promise<Visitor> {
  const node = nextNode(url)
  const { context, page, release } = await openContext(browser, {
    // Without animations, so that nothing moves while it is measured or pressed.
    reducedMotion: 'reduce',
    ...options,
    baseURL: node,
    locale: 'en-US',
    timezoneId: 'America/New_York',
  })
  const complaints: string[] = []
  const insertion = person && (await insertSession(context, node, person))
  const close = async () => {
    await insertion?.dispose()
    await release()
  }
  page.setDefaultTimeout(15_000)
  traffic.set(page, watchTraffic(page))
  let isOffline = false
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error' && !isOffline) complaints.push(`${message.text()} ${message.location().url}`)
  })
  return {
    page,
    complaints,
    goOffline: async () => {
      isOffline = true
      await context.setOffline(true)
      // The page notices it a little later, and then closes its realtime connection.
      await page.waitForFunction(() => !navigator.onLine)
    },
    goOnline: async () => {
      await context.setOffline(false)
      await page.waitForFunction(() => navigator.onLine)
      isOffline = false
    },
    close,
    leave: async (...except) => {
      // As text: an assertion about an array leaves its elements out of the summary.
      expect(complaints.filter((complaint) => !except.some((part) => complaint.includes(part))).join('\n')).toBe('')
      await close()
    },
  }
}

/** Signs a user in on every page that the context opens from now on. */
async function insertSession(context: BrowserContext, node: string, person: Pick<TestUser, 'auth'>) {
  // Through the context, so that it gets the files cookie too.
  const response = await context.request.post(`${node}/api/main/Authenticate/refresh`, {
    data: { refreshToken: person.auth.refreshToken },
  })
  const session = await response.json()
  person.auth = session
  return context.addInitScript(
    ([key, value]) => {
      if (key && value && !sessionStorage.getItem('inserted')) {
        localStorage.setItem(key, value)
        sessionStorage.setItem('inserted', 'yes')
      }
    },
    [SESSION_KEY, JSON.stringify(session)],
  )
}

interface Traffic {
  open: Set<Request>
  lastAt: number
}

const traffic = new WeakMap<Page, Traffic>()

function watchTraffic(page: Page): Traffic {
  const seen: Traffic = { open: new Set(), lastAt: Date.now() }
  const note = (change: (request: Request) => void) => (request: Request) => {
    change(request)
    seen.lastAt = Date.now()
  }
  page.on(
    'request',
    note((request) => seen.open.add(request)),
  )
  const end = note((request) => seen.open.delete(request))
  page.on('requestfinished', end)
  page.on('requestfailed', end)
  return seen
}

/** Resolves when the page has sent no request for a moment, shorter than the 500 ms of Playwright's `networkidle`. */
export async function whenQuiet(page: Page, quietMs = 120): Promise<void> {
  const seen = traffic.get(page)
  if (!seen) throw new Error('Only pages of visits are observed.')
  await eventually(() => {
    const silentMs = seen.open.size > 0 ? 0 : Date.now() - seen.lastAt
    if (silentMs > quietMs) return
    throw new Error(`The page is not quiet: ${[...seen.open].map((request) => request.url()).join(' ')}`)
  })
}

/**
 * Loads the app with the first screen and goes to the others within it, as links do: a quarter of the cost of loading.
 * Resolves when the screen is rendered.
 */
export async function showScreen(page: Page, path: string): Promise<void> {
  if (page.url() === 'about:blank') {
    await page.goto(path)
    return
  }
  await page.evaluate((href) => window.__TSR_ROUTER__?.navigate({ href }), path)
  await whenRendered(page)
}

/** Resolves when the screen of the present address is rendered, with its data or the failure to load it. */
export async function whenRendered(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const router = window.__TSR_ROUTER__
    return (
      router?.state.status === 'idle' &&
      router.state.resolvedLocation?.href === router.latestLocation.href &&
      router.options.context.cache.isFetching() === 0
    )
  })
}

/** Opens a screen, and resolves when its realtime connection is open. */
export async function openLive(page: Page, path: string): Promise<void> {
  const isLive = page
    .waitForEvent('websocket')
    // Socket.IO's response to the sign-in.
    .then((socket) => socket.waitForEvent('framereceived', ({ payload }) => String(payload).startsWith('40')))
  await Promise.all([isLive, page.goto(path)])
}

/** Repeats until it does not throw, for at most ten seconds; for conditions that no locator can wait for. */
export async function eventually(check: () => Promise<void> | void): Promise<void> {
  for (const end = Date.now() + 10_000; ; await pause(50)) {
    try {
      return await check()
    } catch (error) {
      if (Date.now() > end) throw error
    }
  }
}

/** Nothing overflows the page horizontally. */
export async function expectFits(page: Page, where?: string): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), where).toBeLessThanOrEqual(0)
}

/** The current tab of each row of tabs or links is visible, also where the row scrolls sideways. */
export async function expectCurrentInView(page: Page, where?: string): Promise<void> {
  const cutOff = await page.locator('nav [aria-current], [role=tab][aria-selected=true]').evaluateAll((elements) =>
    elements
      .filter((element) => element.checkVisibility())
      .filter((element) => {
        const { left, right } = element.getBoundingClientRect()
        return left < -0.5 || right > innerWidth + 0.5
      })
      .map((element) => element.outerHTML.slice(0, 200)),
  )
  expect(cutOff, where).toEqual([])
}

const PRESSED =
  'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=tab], [role=option], [role=menuitem], .mantine-Switch-root, .mantine-SegmentedControl-label'
const TOUCH_PX = 44

/** On a phone, whatever is pressed is large enough for a thumb; links within a sentence are as high as its lines. */
export async function expectTouchable(page: Page, where?: string): Promise<void> {
  const tooSmall = await page.evaluate(
    ([selector, least]) => {
      /** The hit area of an element: with its label, the box around it, and a larger area drawn by ::before. */
      const areaOf = (element: Element) => {
        const box = element.getBoundingClientRect()
        const before = getComputedStyle(element, '::before')
        const isWider = before.content !== 'none' && before.position === 'absolute'
        const others = [
          element.closest('label'),
          element.closest('.mantine-Input-wrapper'),
          ...(element instanceof HTMLInputElement ? (element.labels ?? []) : []),
        ].flatMap((other) => other?.getBoundingClientRect() ?? [])
        return {
          width: Math.max(
            box.width,
            isWider ? Number.parseFloat(before.width) : 0,
            ...others.map(({ width }) => width),
          ),
          height: Math.max(
            box.height,
            isWider ? Number.parseFloat(before.height) : 0,
            ...others.map(({ height }) => height),
          ),
        }
      }
      const isInSentence = (element: Element) =>
        element.matches('a') &&
        getComputedStyle(element).display === 'inline' &&
        [...(element.parentElement?.childNodes ?? [])].some((node) => node.nodeType === 3 && node.textContent?.trim())
      return (
        [...document.querySelectorAll(selector)]
          .filter((element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
          // Visually hidden, but available to screen readers.
          .filter((element) => element.getBoundingClientRect().width > 1 && !isInSentence(element))
          .filter((element) => Object.values(areaOf(element)).some((length) => length < least - 0.5))
          .map((element) => element.outerHTML.slice(0, 200))
      )
    },
    [PRESSED, TOUCH_PX] as const,
  )
  expect(tooSmall, where).toEqual([])
}

/** WCAG 2.2 AA, and what axe recommends beyond it. */
const RULES: axe.RunOptions = { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] }
/** The only rule whose result depends on the color scheme. */
const CONTRAST: axe.RunOptions = { runOnly: { type: 'rule', values: ['color-contrast'] } }

/**
 * No violation of WCAG 2.2 AA on the page as it is; on a desktop, enough contrast in the other color scheme as well.
 * The page stays in that scheme, because switching costs as much as the check. While a modal dialog is open, the page
 * behind its overlay is not checked.
 */
export async function expectAccessible(page: Page, where = ''): Promise<void> {
  const scheme = await page.evaluate(() => document.documentElement.dataset.mantineColorScheme)
  await expectAccessibleIn(page, scheme, where)
  if (!scheme || (page.viewportSize()?.width ?? 0) < 600) return
  const other = scheme === 'light' ? 'dark' : 'light'
  expect(await violationsOn(page, CONTRAST, other), `${where} (${other})`).toEqual([])
}

/** The same in one color scheme only, in which the page stays. */
export async function expectAccessibleIn(page: Page, scheme: string | undefined, where: string): Promise<void> {
  // Half a megabyte, kept by the page until it is reloaded.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  expect(await violationsOn(page, RULES, scheme), `${where} (${scheme})`).toEqual([])
}

const violationsOn = (page: Page, options: axe.RunOptions, scheme?: string) =>
  page.evaluate(
    async ([options, scheme]) => {
      // All colors follow this attribute; emulating the media query that sets it takes three times the CPU.
      if (scheme) document.documentElement.dataset.mantineColorScheme = scheme
      // Contrast during a transition is irrelevant for readers.
      const transitions = () =>
        document.getAnimations().filter(({ effect }) => effect?.getTiming().iterations !== Infinity)
      // An inherited color changes one element deeper with each frame.
      do {
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
        await Promise.allSettled(transitions().map(({ finished }) => finished))
      } while (transitions().length > 0)
      // Dialogs, and the menus and lists opened from them, are rendered outside of #root.
      const isModal = document.querySelector('body > :not(#root) [aria-modal=true]') !== null
      const { violations } = await window.axe.run(isModal ? { exclude: ['#root'] } : document, options)
      return violations.map(({ id, nodes }) => ({
        id,
        nodes: nodes.map(({ html, failureSummary }) => `${html.slice(0, 200)}\n${failureSummary}`),
      }))
    },
    [{ ...options, resultTypes: ['violations'] } satisfies axe.RunOptions, scheme] as const,
  )

declare global {
  interface Window {
    axe: typeof axe
    /** The router of the app, set by TanStack Router. */
    __TSR_ROUTER__?: {
      options: { context: { cache: { isFetching: () => number } } }
      latestLocation: { href: string }
      state: { status: 'idle' | 'pending'; resolvedLocation?: { href: string } }
      navigate: (options: { href: string }) => Promise<void>
    }
  }
}
