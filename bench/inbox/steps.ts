import type { Page } from 'playwright-core'
import { type InboxPage, openFirst } from '../lib/inbox-page.ts'
import { type Figure, p95, report } from '../lib/report.ts'

const STEP_MAX_MS = 50
const OPEN_MAX_MS = 100
/** Pause on each conversation. */
const PAUSE_MS = 200

interface Step {
  /** Milliseconds from the press of j or k to the frame with the next row focused. */
  focusedAfter: number
  /** Milliseconds from the same press to the end of the first frame with the next conversation's messages. */
  openedAfter: number
}

/** Steps through the list with j and Enter pressed in quick succession, and back with k and Enter. */
export async function benchSteps(inbox: InboxPage, count: number): Promise<Figure[]> {
  await openFirst(inbox)
  const fresh = await walk(inbox.page, 'j', count)
  const repeated = await walk(inbox.page, 'k', count)
  return (
    [
      [
        'j or k: from the key to the next row in focus, p95',
        STEP_MAX_MS,
        [...fresh, ...repeated].map(({ focusedAfter: moved }) => moved),
      ],
      [
        'j and Enter at once: from j to the next conversation’s messages, the first time, p95',
        OPEN_MAX_MS,
        fresh.map(({ openedAfter: opened }) => opened),
      ],
      [
        'k and Enter at once: the same for those seen before, p95',
        OPEN_MAX_MS,
        repeated.map(({ openedAfter: opened }) => opened),
      ],
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
    await page.waitForTimeout(PAUSE_MS)
  }
  return steps
}

/** Runs in the page: measures from the timestamp of the next key event. */
function watchStep(key: 'j' | 'k'): { step: Promise<Step> } {
  const rows = [...document.querySelectorAll<HTMLElement>('a[data-sid]')]
    .map((link) => ({
      sid: link.dataset.sid ?? '',
      name: link.querySelector('[class*=name]')?.textContent,
      position: Number(link.closest('li')?.getAttribute('aria-posinset')),
    }))
    .toSorted((a, b) => a.position - b.position)
  const next = rows[rows.findIndex(({ sid }) => location.pathname.endsWith(sid)) + (key === 'j' ? 1 : -1)]
  if (!next) throw new Error('The next row is missing.')
  const isOpen = () =>
    location.pathname.endsWith(next.sid) &&
    document.querySelector('section header h2')?.textContent === next.name &&
    document.querySelector('[role=log] [data-message-sid]') !== null
  const step = new Promise<Step>((resolve, reject) => {
    const onKey = ({ timeStamp }: KeyboardEvent) => {
      const since = () => performance.now() - timeStamp
      let moved = Number.NaN
      const checkFrame = () => {
        if (since() > 5000) return reject(new Error(`The messages of ${next.name} did not appear.`))
        if (Number.isNaN(moved) && document.activeElement?.getAttribute('data-sid') === next.sid) moved = since()
        if (!isOpen()) return requestAnimationFrame(checkFrame)
        // Runs right after this frame, before other queued tasks.
        scheduler.postTask(() => resolve({ focusedAfter: moved, openedAfter: since() }), { priority: 'user-blocking' })
      }
      requestAnimationFrame(checkFrame)
    }
    addEventListener('keydown', onKey, { capture: true, once: true })
  })
  return { step }
}
