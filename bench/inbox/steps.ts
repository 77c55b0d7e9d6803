import type { Page } from 'playwright-core'
import { type InboxPage, openFirst } from '../lib/inbox-page.ts'
import { type Figure, p95, report } from '../lib/report.ts'

const STEP_MAX_MS = 50
const OPEN_MAX_MS = 100
/** Somebody who looks at each of them for a fifth of a second. */
const LOOK_MS = 200

interface Step {
  /** From the press of j or k to the frame with the next row in focus. */
  moved: number
  /** From the same press to the end of the first frame with the next conversation's messages. */
  opened: number
}

/** Through the list with j and Enter, pressed one right after the other, and back with k and Enter. */
export async function benchSteps(inbox: InboxPage, count: number): Promise<Figure[]> {
  await openFirst(inbox)
  const fresh = await walk(inbox.page, 'j', count)
  const known = await walk(inbox.page, 'k', count)
  return (
    [
      [
        'j or k: from the key to the next row in focus, p95',
        STEP_MAX_MS,
        [...fresh, ...known].map(({ moved }) => moved),
      ],
      [
        'j and Enter at once: from j to the next conversation’s messages, the first time, p95',
        OPEN_MAX_MS,
        fresh.map(({ opened }) => opened),
      ],
      ['k and Enter at once: the same for those seen before, p95', OPEN_MAX_MS, known.map(({ opened }) => opened)],
    ] as const
  ).map(([name, most, times]) =>
    report({
      bench: 'inbox',
      case: name,
      value: p95(times),
      unit: 'ms',
      baseline: null,
      goal: `under ${most} ms`,
      ok: p95(times) < most,
    }),
  )
}

async function walk(page: Page, key: 'j' | 'k', count: number): Promise<Step[]> {
  const steps: Step[] = []
  for (let step = 0; step < count; step++) {
    const watched = await page.evaluateHandle(watchStep, key)
    await page.keyboard.press(key)
    await page.keyboard.press('Enter')
    steps.push(await watched.evaluate(({ step }) => step))
    await watched.dispose()
    await page.waitForTimeout(LOOK_MS)
  }
  return steps
}

/** In the page: begins to count with the next key, by the time the browser gives it. */
function watchStep(key: 'j' | 'k'): { step: Promise<Step> } {
  const rows = [...document.querySelectorAll<HTMLElement>('a[data-sid]')]
    .map((link) => ({
      sid: link.dataset.sid ?? '',
      name: link.querySelector('[class*=name]')?.textContent,
      place: Number(link.closest('li')?.getAttribute('aria-posinset')),
    }))
    .toSorted((a, b) => a.place - b.place)
  const next = rows[rows.findIndex(({ sid }) => location.pathname.endsWith(sid)) + (key === 'j' ? 1 : -1)]
  if (!next) throw new Error('There is no next row.')
  const isThere = () =>
    location.pathname.endsWith(next.sid) &&
    document.querySelector('section header h2')?.textContent === next.name &&
    document.querySelector('[role=log] [data-message-sid]') !== null
  const step = new Promise<Step>((resolve, reject) => {
    const onKey = ({ timeStamp }: KeyboardEvent) => {
      const since = () => performance.now() - timeStamp
      let moved = Number.NaN
      const look = () => {
        if (since() > 5000) return reject(new Error(`The messages of ${next.name} did not appear.`))
        if (Number.isNaN(moved) && document.activeElement?.getAttribute('data-sid') === next.sid) moved = since()
        if (!isThere()) return requestAnimationFrame(look)
        // Comes when the browser is done with this frame, before anything else that waits.
        scheduler.postTask(() => resolve({ moved, opened: since() }), { priority: 'user-blocking' })
      }
      requestAnimationFrame(look)
    }
    addEventListener('keydown', onKey, { capture: true, once: true })
  })
  return { step }
}
