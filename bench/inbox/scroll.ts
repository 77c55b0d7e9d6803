import { type Frames, tracingFrames } from '../lib/frames.ts'
import { type InboxPage, untilCalm } from '../lib/inbox-page.ts'
import { type Figure, report } from '../lib/report.ts'

/** A hundred rows a second: as fast as a wheel is turned. */
const WHEEL_PX_PER_SECOND = 8000
const ROW_PX = 72
const LOADED_WITHIN_MS = 300_000

interface Options {
  rows: number
  seconds: number
}

/** The list under the wheel while its pages load behind, and all of its rows in a few seconds once they are there. */
export async function benchScroll(inbox: InboxPage, { rows, seconds }: Options): Promise<Figure[]> {
  const empty = await watchRows(inbox)
  const wheel = await tracingFrames(inbox, () => scroll(inbox, WHEEL_PX_PER_SECOND * seconds, WHEEL_PX_PER_SECOND))
  const { looked, lacking } = await empty()
  await loadAll(inbox, rows)
  const px = rows * ROW_PX
  const all = await tracingFrames(inbox, () => scroll(inbox, px, px / seconds))
  const seen = await placeOfLast(inbox)
  if (seen < rows * 0.98) throw new Error(`Only ${seen} of ${rows} rows were scrolled through.`)
  const dropped = (name: string, frames: Frames) =>
    figure(`frames dropped, ${name} (${frames.dropped} of ${frames.wanted})`, frames.dropped / frames.wanted)
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

/** By the browser's own wheel, from the middle of the list. */
async function scroll({ page, cdp }: InboxPage, px: number, speed: number) {
  await page.mouse.move(200, 500)
  await cdp.send('Input.synthesizeScrollGesture', {
    x: 200,
    y: 500,
    yDistance: -px,
    speed,
    gestureSourceType: 'mouse',
    preventFling: true,
  })
}

/** Looks at the end of every frame whether there are rows wherever the list is seen; the result says in how many not. */
async function watchRows({ page }: InboxPage): Promise<() => Promise<{ looked: number; lacking: number }>> {
  const watch = await page.evaluateHandle(() => {
    const list = document.querySelector('ul[aria-label=Conversations]')
    const scroller = list?.parentElement
    if (!list || !scroller) throw new Error('There is no list.')
    const seen = { looked: 0, lacking: 0, isOver: false }
    const look = () => {
      const { top, bottom } = scroller.getBoundingClientRect()
      const places = [...list.children].map((row) => row.getBoundingClientRect())
      seen.looked += 1
      const isCovered =
        Math.min(...places.map((place) => place.top)) <= top &&
        Math.max(...places.map((place) => place.bottom)) >= bottom
      if (!isCovered) seen.lacking += 1
    }
    const onFrame = () => {
      scheduler.postTask(look, { priority: 'user-blocking' })
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

/** To the bottom again and again, until all is there but the few that are snoozed; back at the top then. */
async function loadAll(inbox: InboxPage, rows: number) {
  await inbox.page.evaluate(
    async ([wanted, within]) => {
      const list = document.querySelector('ul[aria-label=Conversations]')
      const scroller = list?.parentElement
      const until = performance.now() + within
      while (scroller && Number(list.firstElementChild?.getAttribute('aria-setsize')) < wanted) {
        if (performance.now() > until) throw new Error(`Not all ${wanted} rows were loaded within ${within} ms.`)
        scroller.scrollTop = scroller.scrollHeight
        await new Promise((resolve) => requestAnimationFrame(resolve))
      }
      if (scroller) scroller.scrollTop = 0
    },
    [rows * 0.99, LOADED_WITHIN_MS] as const,
  )
  await untilCalm(inbox)
}

const placeOfLast = ({ page }: InboxPage): Promise<number> =>
  page.evaluate(() =>
    Math.max(
      ...[...document.querySelectorAll('ul[aria-label=Conversations] > li')].map((row) =>
        Number(row.getAttribute('aria-posinset')),
      ),
    ),
  )
