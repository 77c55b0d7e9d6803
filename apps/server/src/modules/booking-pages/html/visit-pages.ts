import type { PageSlot, PageVisit } from '@frontdesk/contract/api'
import { formatPhone, LATE_CHOICES, PAGE_DAYS, VISIT_PAGE_PATH } from '@frontdesk/contract/rules'
import { DAY, formatIn, TIME, zoneName } from '../../../platform/pages/context.ts'
import { type Html, html } from '../../../platform/pages/html.ts'
import { errorText } from './book-pages.ts'
import type { PageContext } from './context.ts'
import { cancelNote, moveNote, paidNote } from './payment-pages.ts'
import { slotList, timeOf } from './times.ts'

interface VisitPage {
  token: string
  visit: PageVisit
  error: string | null
}

/** A visit, with the actions of its contact. */
export function visitPage(context: PageContext, { token, visit, error }: VisitPage): Html {
  const { texts, link } = context
  const path = VISIT_PAGE_PATH + token
  const { status, location, teammateNames, canChange, canArrive } = visit
  const isAhead = ['requested', 'booked', 'confirmed'].includes(status)
  return html`
<p class="soft">${visit.businessName}</p>
<h1>${visit.serviceNames.join(' + ')}</h1>
${errorText(error)}
<p><strong>${texts.statuses[status]}</strong></p>
<p>${timeOf(context, visit.startsOnUtc, visit.timeZone)}<br><span class="soft">${zoneName(context, visit.timeZone, visit.startsOnUtc)}</span>${teammateNames.length > 0 && html`<br>${texts.with(teammateNames.join(', '))}`}</p>
<h2>${texts.at}</h2>
<p>${location.name}${location.address !== '' && html`<br>${location.address}`}</p>
${location.phone !== '' && html`<p><a href="tel:${location.phone}">${texts.callUs(formatPhone(location.phone))}</a></p>`}
${paidNote(context, visit)}
${isAhead && delayNote(context, visit)}
${arrivalNote(context, visit)}
${canArrive && arrivalForm(context, path)}
<div class="actions">
${isAhead && html`<a class="button" href="${path}/calendar.ics">${texts.addToCalendar}</a>`}
${canChange && html`<a class="button" href="${link(`${path}/move`)}">${texts.move}</a><a class="button" href="${link(`${path}/cancel`)}">${texts.cancel}</a>`}
</div>
${isAhead && !canChange && html`<p class="soft">${texts.tooLate}</p>`}`
}

const MINUTE_MS = 60_000

/** Notice that the business is running later than the contact. */
function delayNote(context: PageContext, { startsOnUtc, timeZone, delayMinutes, lateMinutes }: PageVisit): Html | null {
  if (delayMinutes <= (lateMinutes ?? 0)) return null
  const expected = new Date(Date.parse(startsOnUtc) + delayMinutes * MINUTE_MS).toISOString()
  const time = formatIn(context, expected, timeZone, TIME)
  return html`<p role="status">${context.texts.runningLate(delayMinutes, time)}</p>`
}

function arrivalNote({ texts: { arrivalNoted } }: PageContext, visit: PageVisit): Html | null {
  const { arrivedOnUtc, lateMinutes, onTheWayOnUtc } = visit
  if (arrivedOnUtc !== null) return html`<p role="status">${arrivalNoted.here}</p>`
  if (lateMinutes !== null) return html`<p role="status">${arrivalNoted.late(lateMinutes)}</p>`
  return onTheWayOnUtc === null ? null : html`<p role="status">${arrivalNoted.onTheWay}</p>`
}

const arrivalForm = ({ texts, link }: PageContext, path: string): Html => html`
<h2>${texts.arrivalTitle}</h2>
<form method="post" action="${link(`${path}/arrival`)}" class="actions">
<button name="arrival" value="on-the-way">${texts.onTheWay}</button>
${LATE_CHOICES.map((minutes) => html`<button name="arrival" value="late-${minutes}">${texts.late(minutes)}</button>`)}
<button name="arrival" value="here">${texts.here}</button>
</form>`

interface MovePage extends VisitPage {
  slots: readonly PageSlot[]
  from: string
  today: string
}

/** Other times of a visit. */
export function movePage(context: PageContext, { token, visit, slots, from, today, error }: MovePage): Html {
  const { texts, link } = context
  const path = VISIT_PAGE_PATH + token
  const { timeZone, startsOnUtc, version } = visit
  return html`
<p><a href="${link(path)}">← ${texts.back}</a></p>
<h1>${visit.serviceNames.join(' + ')}</h1>
<p>${texts.moveQuestion(formatIn(context, startsOnUtc, timeZone, { ...DAY, ...TIME }))}</p>
${moveNote(context, visit)}
${errorText(error)}
${slotList(context, {
  ...{ timeZone, slots, from, today, days: PAGE_DAYS },
  action: link(`${path}/move`),
  fields: { version: String(version) },
  linkFrom: (day) => link(`${path}/move`, { from: day }),
})}`
}

/** Confirmation before a visit is cancelled. */
export function cancelPage(context: PageContext, { token, visit, error }: VisitPage): Html {
  const { texts, link } = context
  const path = VISIT_PAGE_PATH + token
  return html`
<h1>${texts.cancelQuestion}</h1>
<p><strong>${visit.serviceNames.join(' + ')}</strong><br>${timeOf(context, visit.startsOnUtc, visit.timeZone)}</p>
${cancelNote(context, visit)}
${errorText(error)}
<form method="post" action="${link(`${path}/cancel`)}">
<input type="hidden" name="version" value="${visit.version}">
<label for="reason">${texts.reason} <small>(${texts.optional})</small></label>
<input id="reason" name="reason" maxlength="300">
<div class="actions"><a class="button" href="${link(path)}">${texts.keep}</a><button class="main">${texts.confirmCancel}</button></div>
</form>`
}
