import { type Frames, traceFrames } from '../lib/frames.ts'
import { type InboxPage, waitUntilIdle } from '../lib/inbox-page.ts'
import { type Figure, report } from '../lib/report.ts'

/** About a hundred rows per second, a fast wheel. */
const WHEEL_PX_PER_SECOND = 8000
const ROW_PX = 72
const LOADED_WITHIN_MS = 300_000

interface Options {
  rows: number
  seconds: number
}

/** Scrolls the list while its pages load, and then through all loaded rows in a few seconds. */
export async function benchScroll(inbox: InboxPage, { rows, seconds }: Options): Promise<Figure[]> {
  const stopWatching = await watchRows(inbox)
  const wheel = await traceFrames(inbox, () => scroll(inbox, WHEEL_PX_PER_SECOND * seconds, WHEEL_PX_PER_SECOND))
  const { looked, lacking } = await stopWatching()
  await loadAll(inbox, rows)
  const px = rows * ROW_PX
  const all = await traceFrames(inbox, () => scroll(inbox, px, px / seconds))
  const seen = await lastPosition(inbox)
  if (seen < rows * 0.98) throw new Error(`Only ${seen} of ${rows} rows were scrolled through.`)
  const dropped = (name: string, frames: Frames) =>
    figure(`frames dropped, ${name} (${frames.dropped} of ${frames.expected})`, frames.dropped / frames.expected)
  return [
    dropped(`wheel at ${WHEEL_PX_PER_SECOND} px/s from the top of ${rows} rows, pages loading behind`, wheel),
    figure('frames of the same in which a row on screen was not drawn yet', lacking / looked),
    dropped(`through all ${rows} rows in ${seconds} s`, all),
  ]
}

const figure = (name: string, share: number) =>
  report({
    bench: 'inbox',
    case: name,
    value: share * 100,
    unit: '%',
    baseline: null,
    goal: 'at most 1 %',
    ok: share <= 0.01,
  })

/** Scrolls with the browser's own wheel gesture. */
async function scroll({ page, cdp }: InboxPage, px: number, speed: number) {
  const box = await page.getByRole('list', { name: 'Conversations' }).locator('..').boundingBox()
  if (!box) throw new Error('The conversation list is missing.')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await cdp.send('Input.synthesizeScrollGesture', {
    x,
    y,
    yDistance: -px,
    speed,
    gestureSourceType: 'mouse',
    preventFling: true,
  })
}

/** Counts frames at whose end the visible part of the list was not covered by rows. */
async function watchRows({ page }: InboxPage): Promise<() => Promise<{ looked: number; lacking: number }>> {
  const watch = await page.evaluateHandle(() => {
    const list = document.querySelector('ul[aria-label=Conversations]')
    const scroller = list?.parentElement
    if (!list || !scroller) throw new Error('The conversation list is missing.')
    const seen = { looked: 0, lacking: 0, isOver: false }
    const checkFrame = () => {
      const { top, bottom } = scroller.getBoundingClientRect()
      const rects = [...list.children].map((row) => row.getBoundingClientRect())
      seen.looked += 1
      const isCovered =
        Math.min(...rects.map((rect) => rect.top)) <= top && Math.max(...rects.map((rect) => rect.bottom)) >= bottom
      if (!isCovered) seen.lacking += 1
    }
    const onFrame = () => {
      scheduler.postTask(checkFrame, { priority: 'user-blocking' })
      if (!seen.isOver) requestAnimationFrame(onFrame)
    }
    requestAnimationFrame(onFrame)
    return seen
  })
  return () =>
    watch.evaluate((seen) => {
      seen.isOver = true
      return { looked: seen.looked, lacking: seen.lacking }
    })
}

/** Scrolls to the bottom until all rows are loaded (except a few snoozed ones), then back to the top. */
async function loadAll(inbox: InboxPage, rows: number) {
  await inbox.page.evaluate(
    async ([count, within]) => {
      const list = document.querySelector('ul[aria-label=Conversations]')
      const scroller = list?.parentElement
      const until = performance.now() + within
      while (scroller && Number(list.firstElementChild?.getAttribute('aria-setsize')) < count) {
        if (performance.now() > until) throw new Error(`Not all ${count} rows were loaded within ${within} ms.`)
        scroller.scrollTop = scroller.scrollHeight
        await new Promise((resolve) => requestAnimationFrame(resolve))
      }
      if (scroller) scroller.scrollTop = 0
    },
    [rows * 0.99, LOADED_WITHIN_MS] as const,
  )
  await waitUntilIdle(inbox)
}

const lastPosition = ({ page }: InboxPage): Promise<number> =>
  page.evaluate(() =>
    Math.max(
      ...[...document.querySelectorAll('ul[aria-label=Conversations] > li')].map((row) =>
        Number(row.getAttribute('aria-posinset')),
      ),
    ),
  )
