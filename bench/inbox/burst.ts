import type { DriverResult } from '../inbound-driver.ts'
import { runChild } from '../lib/child.ts'
import { type InboxPage, openFirst } from '../lib/inbox-page.ts'
import { account } from '../lib/product.ts'
import { type Figure, p95, report } from '../lib/report.ts'
import type { BenchTenant } from '../lib/tenants.ts'

const PER_SECOND = 200
/** Warm-up of the driver. */
const WARM_UP_MS = 2000
const KEY_EVERY_MS = 80
const WORDS = 'we look into it and will call you back as soon as we know more about it '

interface Options {
  tenant: BenchTenant
  conversations: number
  seconds: number
}

/** Typing a reply while 200 texts per second arrive in the same inbox. */
export async function benchBurst(
  inbox: InboxPage,
  url: string,
  { tenant, conversations, seconds }: Options,
): Promise<Figure[]> {
  const { page, cdp } = inbox
  await openFirst(inbox)
  await cdp.send('Performance.enable')
  const field = page.locator('textarea[data-composer]')
  await field.click()
  const driver = runChild<DriverResult>('inbound-driver.ts', {
    kind: 'frontdesk',
    url,
    publicUrl: url.replace('127.0.0.1', 'localhost'),
    concurrency: 32,
    seconds,
    perSecond: PER_SECOND,
    agents: 0,
    conversations,
    tenants: [tenant],
    ...account,
  })
  await page.waitForTimeout(WARM_UP_MS + 500)
  const stopWatching = await watchInput(inbox)
  const before = await taskTime(inbox)
  const until = performance.now() + (seconds - 1) * 1000
  let typed = ''
  while (performance.now() < until) {
    const letter = WORDS[typed.length % WORDS.length] ?? ' '
    await page.keyboard.press(letter === ' ' ? 'Space' : letter)
    typed += letter
    await page.waitForTimeout(KEY_EVERY_MS)
  }
  const after = await taskTime(inbox)
  const { keys, stills } = await stopWatching()
  const { perSecond, bad } = await driver
  if ((await field.inputValue()) !== typed) throw new Error('The composer lost typed letters.')
  const busy = (after.busy - before.busy) / (after.at - before.at)
  const longestStill = Math.max(...stills)
  const during = `while ${Math.round(perSecond)} texts/s come in`
  return [
    report({
      bench: 'inbox',
      case: `main thread busy ${during}`,
      value: busy * 100,
      unit: '%',
      baseline: null,
      goal: 'under 50 %',
      ok: busy < 0.5 && perSecond >= PER_SECOND * 0.95 && bad === 0,
    }),
    report({
      bench: 'inbox',
      case: `from a key to its letter painted ${during}, p95`,
      value: p95(keys),
      unit: 'ms',
      baseline: null,
      goal: 'under 100 ms',
      ok: p95(keys) < 100,
    }),
    report({
      bench: 'inbox',
      case: `the longest time the list stood still ${during}`,
      value: longestStill,
      unit: 'ms',
      baseline: null,
      goal: 'under 1000 ms',
      ok: longestStill < 1000,
    }),
  ]
}

/** Busy seconds of the main thread since its start, with the browser's timestamp. */
async function taskTime({ cdp }: InboxPage): Promise<{ busy: number; at: number }> {
  const { metrics } = await cdp.send('Performance.getMetrics')
  const named = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN
  return { busy: named('TaskDuration'), at: named('Timestamp') }
}

/** Measures the time from each key event to the end of the next frame, and how long the list did not change. */
async function watchInput({ page }: InboxPage): Promise<() => Promise<{ keys: number[]; stills: number[] }>> {
  const watch = await page.evaluateHandle(() => {
    const list = document.querySelector('ul[aria-label=Conversations]')
    if (!list) throw new Error('The conversation list is missing.')
    const seen = { keys: [] as number[], stills: [] as number[] }
    addEventListener(
      'keydown',
      ({ timeStamp }) =>
        requestAnimationFrame(() =>
          scheduler.postTask(() => seen.keys.push(performance.now() - timeStamp), { priority: 'user-blocking' }),
        ),
      { capture: true },
    )
    let last = performance.now()
    new MutationObserver(() => {
      const now = performance.now()
      seen.stills.push(now - last)
      last = now
    }).observe(list, { subtree: true, childList: true, characterData: true })
    return seen
  })
  return () => watch.evaluate((seen) => seen)
}
