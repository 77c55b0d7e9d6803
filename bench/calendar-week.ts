import type { Page } from 'playwright-core'
import { openBrowser } from '../e2e/browser.ts'
import { buildWeb } from '../scripts/build-web.ts'
import { openSalon, type Salon } from './bookings.ts'
import { traceFrames } from './lib/frames.ts'
import { bulkLoad } from './lib/in-bulk.ts'
import { type InboxPage, openInbox, waitUntilIdle } from './lib/inbox-page.ts'
import { type Product, startProduct } from './lib/product.ts'
import { type BenchOptions, type Figure, p95, report } from './lib/report.ts'
import { signUpTenants } from './lib/tenants.ts'

const BOOKINGS = 1500
const PEOPLE = 30
const PAINT_BUDGET_MS = 100
const DROPPED_GOAL = 1

/** A week of many bookings in a real browser: from its data to the screen, and dragging one of them. */
export async function benchCalendarWeek({ isQuick }: BenchOptions): Promise<Figure[]> {
  await buildWeb()
  const product = await startProduct()
  const browser = await openBrowser()
  try {
    const [tenant] = await signUpTenants(product, [{ conversations: 1000, messages: 1000 }])
    if (!tenant) throw new Error('No tenant was signed up.')
    await fillWeek(product, await openSalon(product, tenant, PEOPLE))
    const inbox = await openInbox(browser, product.url, tenant)
    const url = `${product.url}/bookings/calendar?view=week`
    const times: number[] = []
    for (let round = 0; round < (isQuick ? 3 : 8); round++) times.push(await paintWeek(inbox, url))
    const { expected, dropped } = await traceFrames(inbox, () => dragAround(inbox.page, isQuick ? 3 : 8))
    await inbox.close()
    const paint = p95(times)
    const share = (dropped / expected) * 100
    return [
      report({
        ...{ bench: 'calendar-week', case: `week of ${BOOKINGS} bookings, from its data to the frame with it, p95` },
        ...{
          value: paint,
          unit: 'ms',
          baseline: null,
          goal: `within ${PAINT_BUDGET_MS} ms`,
          ok: paint <= PAINT_BUDGET_MS,
        },
      }),
      report({
        ...{ bench: 'calendar-week', case: `frames dropped while one is dragged (${dropped} of ${expected})` },
        ...{ value: share, unit: '%', baseline: null, goal: `at most ${DROPPED_GOAL} %`, ok: share <= DROPPED_GOAL },
      }),
    ]
  } finally {
    await browser.close()
    await product.stop()
  }
}

/** Half-hour visits of this week, from 9 to 17, side by side. */
async function fillWeek({ owner }: Product, { tenant, locationID, serviceID, resourceIDs }: Salon): Promise<void> {
  await bulkLoad(owner, ['bookings', 'booking_items', 'booking_claims'], async (client) => {
    await client.query(
      `create temp table visits as
       select gen_random_uuid() as id, ($1::uuid[])[1 + n % ${PEOPLE}] as resource_id,
         (select array_agg(c.id) from contacts c where c.tenant_id = $2) [1 + n % 1000] as contact_id,
         (current_date - extract(dow from now() at time zone 'America/New_York')::int + n / ${PEOPLE} % 7) + time '09:00'
           + (n / ${PEOPLE * 7}) * interval '1 hour' + (n % 2) * interval '15 minutes' as local
       from generate_series(0, ${BOOKINGS - 1}) n`,
      [resourceIDs, tenant.tenantId],
    )
    await client.query(
      "alter table visits add starts_at timestamptz; update visits set starts_at = local at time zone 'America/New_York'",
    )
    await client.query(
      `insert into bookings (tenant_id, id, client_booking_id, location_id, contact_id, status, starts_at, ends_at, time_zone,
         local_starts_at, source, note, answers, end_reason, overrides, created_at, updated_at)
       select $1, id, id, $2, contact_id, 'booked', starts_at, starts_at + interval '30 minutes', 'America/New_York',
         to_char(local, 'YYYY-MM-DD"T"HH24:MI'), 'teammate', '', '[]', '', '{}', now(), now() from visits`,
      [tenant.tenantId, locationID],
    )
    await client.query(
      `insert into booking_items (tenant_id, booking_id, item, service_id, service_name, color, currency, starts_at, ends_at,
         buffer_before_minutes, buffer_after_minutes, resource_ids)
       select $1, id, 0, $2, 'Haircut', '#1c7ed6', 'USD', starts_at, starts_at + interval '30 minutes', 0, 0, array[resource_id]
       from visits`,
      [tenant.tenantId, serviceID],
    )
  })
  await owner.query('vacuum analyze')
}

/** Milliseconds from the last byte of the bookings to the frame that shows them all. */
async function paintWeek(inbox: InboxPage, url: string): Promise<number> {
  const { page } = inbox
  await page.addInitScript(() => {
    const seen = globalThis as typeof globalThis & { weekPaintedAt?: number }
    const onFrame = () => {
      if (document.querySelectorAll('[data-grid] [data-event]').length === 0) return void requestAnimationFrame(onFrame)
      // The task after a frame runs once it was painted.
      scheduler.postTask(() => {
        seen.weekPaintedAt = performance.now()
      })
    }
    requestAnimationFrame(onFrame)
  })
  await page.goto(url)
  await page.waitForFunction(() => 'weekPaintedAt' in globalThis)
  await waitUntilIdle(inbox)
  return page.evaluate((count) => {
    const shown = document.querySelectorAll('[data-grid] [data-event]').length
    if (shown < count) throw new Error(`Only ${shown} of ${count} bookings are shown.`)
    const [response] = performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.endsWith('/Booking/get-calendar')) as PerformanceResourceTiming[]
    const { weekPaintedAt = 0 } = globalThis as typeof globalThis & { weekPaintedAt?: number }
    return weekPaintedAt - (response?.responseEnd ?? Number.NEGATIVE_INFINITY)
  }, BOOKINGS)
}

/** Drags a booking over the week for some seconds, a mouse event for each frame, and puts it back. */
async function dragAround(page: Page, seconds: number): Promise<void> {
  const box = await page
    .locator('[data-grid] [data-can-move]')
    .nth(BOOKINGS / 2)
    .boundingBox()
  if (!box) throw new Error('No booking can be dragged.')
  const [x, y] = [box.x + box.width / 2, box.y + 6]
  await page.mouse.move(x, y)
  await page.mouse.down()
  const until = performance.now() + seconds * 1000
  for (let step = 0; performance.now() < until; step++) {
    await page.mouse.move(x + 300 * Math.sin(step / 40), y + 150 * Math.sin(step / 25))
    await new Promise((resolve) => setTimeout(resolve, 8))
  }
  await page.mouse.move(x, y)
  await page.mouse.up()
}
