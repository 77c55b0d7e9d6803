import type { PageSlot } from '@frontdesk/contract/api'
import { DAY, formatIn, TIME, zoneName } from '../../../platform/pages/context.ts'
import { type Html, html } from '../../../platform/pages/html.ts'
import type { PageContext } from './context.ts'

/** An instant by the clocks of the location; the script of the page adds the visitor's own. */
export const timeOf = (
  context: PageContext,
  instant: string,
  timeZone: string,
  options: Intl.DateTimeFormatOptions = { ...DAY, ...TIME },
): Html =>
  html`<time datetime="${instant}" data-zone="${timeZone}" data-own="${context.texts.yourTime}">${formatIn(context, instant, timeZone, options)}</time>`

interface SlotList {
  timeZone: string
  slots: readonly PageSlot[]
  /** The first day that is shown, and how many. */
  from: string
  days: number
  today: string
  /** The form of each slot. */
  action: string
  fields: Record<string, string>
  /** The link to the days from another one on. */
  linkFrom: (from: string) => string
}

/** Free times, each a button, of one opened day at a time, with links to earlier and later days. */
export function slotList(context: PageContext, list: SlotList): Html {
  const { texts } = context
  const { timeZone, slots, from, days, today, action, fields, linkFrom } = list
  const dateOf = ({ startsOnUtc }: PageSlot) =>
    Temporal.Instant.from(startsOnUtc).toZonedDateTimeISO(timeZone).toPlainDate().toString()
  const first = Temporal.PlainDate.from(from)
  const before = first.subtract({ days }).toString()
  const later = linkFrom(first.add({ days }).toString())
  const hidden = Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  )
  return html`
<nav>
${from > today && html`<a class="button" href="${linkFrom(before)}">← ${texts.earlier}</a>`}
<a class="button" href="${later}">${texts.later} →</a>
</nav>
<p class="soft">${texts.timesIn(zoneName(context, timeZone, slots[0]?.startsOnUtc ?? `${from}T12:00:00Z`))}</p>
${slots.length === 0 && html`<p>${texts.noTimes} <a href="${later}">${texts.nextDays}</a></p>`}
${[...Map.groupBy(slots, dateOf).values()].map(
  (ofDay, index) => html`
<details class="day" name="day"${index === 0 && html` open`}>
<summary><h2>${formatIn(context, ofDay[0]?.startsOnUtc ?? from, timeZone, DAY)}</h2></summary>
<ul class="slots">${ofDay.map(
    ({ startsOnUtc }) => html`<li><form method="post" action="${action}">${hidden}
<input type="hidden" name="start" value="${startsOnUtc}"><button>${timeOf(context, startsOnUtc, timeZone, TIME)}</button></form></li>`,
  )}</ul>
</details>`,
)}`
}
