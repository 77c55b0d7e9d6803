import type { BookingPage, PageSlot, PageVisit } from '@frontdesk/contract/api'
import { BOOKING_PAGE_PATH, consentTextIn, formatPhone, PAGE_DAYS } from '@frontdesk/contract/rules'
import { TIME } from '../../../platform/pages/context.ts'
import { type Html, html } from '../../../platform/pages/html.ts'
import { countryName, formatPrice, type PageContext } from './context.ts'
import { slotList, timeOf } from './times.ts'

type Service = BookingPage['services'][number]

export const errorText = (text: string | null): Html | null =>
  text === null ? null : html`<p class="error" role="alert">${text}</p>`

/** The first page: services, and locations if there are several. */
export function servicesPage(
  context: PageContext,
  page: BookingPage,
  { slug, locationId }: { slug: string; locationId: string },
): Html {
  const { texts, link } = context
  const path = BOOKING_PAGE_PATH + slug
  const services = page.services.filter(
    ({ locationIDs }) => locationIDs.length === 0 || locationIDs.includes(locationId),
  )
  return html`
<h1>${texts.bookAt(page.businessName)}</h1>
${page.intro !== '' && html`<p>${page.intro}</p>`}
${locationChoice(context, page, { path, locationId })}
${services.length === 0 && nothingOnline(context, page, locationId)}
${services.length > 0 && html`<h2>${texts.chooseService}</h2>`}
<ul>${services.map(
    (
      service,
    ) => html`<li><a class="card" style="--c: ${service.color}" href="${link(`${path}/${service.id}`, { l: locationId })}">
${picture(service, 'lazy')}
<strong>${service.name}</strong>
<span class="soft">${describe(context, service)}</span>
${paymentNote(context, service)}
${service.description !== '' && html`<p class="soft">${service.description}</p>`}</a></li>`,
  )}</ul>`
}

/** Says how to book at a location without services that can be booked online. */
function nothingOnline({ texts }: PageContext, { businessName, locations }: BookingPage, locationId: string): Html {
  const { name = businessName, phone = '' } = locations.find(({ id }) => id === locationId) ?? {}
  return html`<p>${texts.nothingOnline(name)}</p>
${phone !== '' && html`<p><a class="button" href="tel:${phone}">${texts.callUs(formatPhone(phone))}</a></p>`}`
}

const picture = ({ pictureURL }: Service, loading: 'lazy' | 'eager'): Html | false =>
  pictureURL !== null &&
  html`<img class="cover" src="${pictureURL}" alt="" width="1200" height="675" loading="${loading}" decoding="async">`

function describe(context: PageContext, { durations, priceAmount, currency }: Service): string {
  const lengths = durations.length > 1 ? durations.toSorted((a, b) => a - b).join(' / ') : `${durations[0] ?? ''}`
  const price = priceAmount === null ? [] : [formatPrice(context, priceAmount, currency)]
  return [lengths && context.texts.minutes(0).replace('0', lengths), ...price].join(' · ')
}

const paymentNote = (context: PageContext, { payment, currency }: Service): Html | false =>
  payment !== null &&
  html`<p class="soft">${context.texts.payment.atBooking[payment.kind](formatPrice(context, payment.amount, currency))}</p>`

const locationChoice = (
  { texts, link }: PageContext,
  { locations }: BookingPage,
  { path, locationId }: { path: string; locationId: string },
): Html | false =>
  locations.length > 1 &&
  html`<h2>${texts.chooseLocation}</h2>
<ul>${locations.map(
    ({
      id,
      name,
      address,
    }) => html`<li><a class="card" href="${link(path, { l: id })}"${id === locationId ? html` aria-current="true"` : null}>
<strong>${id === locationId && '✓ '}${name}</strong> <span class="soft">${address}</span></a></li>`,
  )}</ul>`

interface TimesPage {
  slug: string
  locationId: string
  service: Service
  /** Teammates who can be chosen at the location. */
  teammates: Service['teammates']
  minutes: number
  teammate: string
  timeZone: string
  slots: readonly PageSlot[]
  from: string
  today: string
  clientBookingId: string
  error: string | null
}

/** The free times of a service. */
export function timesPage(context: PageContext, asked: TimesPage): Html {
  const { texts, link } = context
  const { slug, locationId, service, teammates, minutes, teammate, from, error } = asked
  const home = BOOKING_PAGE_PATH + slug
  const path = `${home}/${service.id}`
  const chosen = { l: locationId, m: String(minutes), t: teammate }
  const choices = service.durations.length > 1 || teammates.length > 1
  return html`
<p><a href="${link(home, { l: locationId })}">← ${texts.back}</a></p>
${picture(service, 'eager')}
<h1>${service.name}</h1>
<p class="soft">${describe(context, service)}</p>
${paymentNote(context, service)}
${service.requiresApproval && html`<p>${texts.approvalNote}</p>`}
${errorText(error)}
${
  choices &&
  html`<form method="get" action="${path}">
<input type="hidden" name="l" value="${locationId}"><input type="hidden" name="from" value="${from}"><input type="hidden" name="lang" value="${context.language}">
${
  service.durations.length > 1 &&
  html`<label for="m">${texts.chooseLength}</label>
<select id="m" name="m">${service.durations.map((each) => option(String(each), texts.minutes(each), String(minutes)))}</select>`
}
${
  teammates.length > 1 &&
  html`<label for="t">${texts.chooseTeammate}</label>
<select id="t" name="t">${option('', texts.anyTeammate, teammate)}${teammates.map(({ resourceID, name }) => option(resourceID, name, teammate))}</select>`
}
<div class="actions"><button>${texts.show}</button></div></form>`
}
<h2>${texts.chooseTime}</h2>
${slotList(context, {
  ...asked,
  days: PAGE_DAYS,
  action: link(path, chosen),
  fields: { ...chosen, id: asked.clientBookingId },
  linkFrom: (day) => link(path, { ...chosen, from: day }),
})}`
}

const option = (value: string, text: string, selected: string): Html =>
  html`<option value="${value}"${value === selected ? html` selected` : null}>${text}</option>`

interface DetailsPage {
  slug: string
  clientBookingId: string
  page: BookingPage
  visit: PageVisit
  questions: Service['questions']
  requiresApproval: boolean
  values: Partial<Record<string, string>>
  /** The payment required at booking. */
  terms: Html | null
  error: string | null
}

/** Form for the visitor’s name, number and answers. */
export function detailsPage(context: PageContext, asked: DetailsPage): Html {
  const { texts, link } = context
  const { slug, clientBookingId, page, visit, questions, requiresApproval, values, terms, error } = asked
  const path = `${BOOKING_PAGE_PATH}${slug}/held/${clientBookingId}`
  const field = (name: string, label: string, isOptional: boolean, input: Html) =>
    html`<label for="${name}">${label} ${isOptional && html`<small>(${texts.optional})</small>`}</label>${input}`
  const value = (name: string) => values[name] ?? ''
  return html`
<h1>${texts.yourDetails}</h1>
${heldNote(context, visit)}
${requiresApproval && html`<p>${texts.approvalNote}</p>`}
${errorText(error)}
<form method="post" action="${link(path)}">
${field('name', texts.name, false, html`<input id="name" name="name" required maxlength="120" autocomplete="name" value="${value('name')}">`)}
<div class="row"><div>
${field('country', texts.country, false, html`<select id="country" name="country">${page.countries.map((code) => option(code, countryName(context, code), value('country')))}</select>`)}
</div><div>
${field('phone', texts.phone, false, html`<input id="phone" name="phone" type="tel" required maxlength="40" autocomplete="tel" value="${value('phone')}">`)}
</div></div>
${field('email', texts.email, true, html`<input id="email" name="email" type="email" maxlength="200" autocomplete="email" value="${value('email')}">`)}
${questions.map(({ text, isRequired }, index) =>
  field(
    `q${index}`,
    text,
    !isRequired,
    html`<input id="q${index}" name="q${index}" maxlength="500" value="${value(`q${index}`)}"${isRequired ? html` required` : null}>`,
  ),
)}
${field('note', texts.note, true, html`<textarea id="note" name="note" rows="3" maxlength="2000">${value('note')}</textarea>`)}
${
  page.consentText !== '' &&
  html`<label class="check"><input type="checkbox" name="agrees" value="yes"${value('agrees') === 'yes' ? html` checked` : null}><span>${consentTextIn(page.consentText, context.language)}</span></label>`
}
${terms}
<p class="soft">${texts.whyCode}</p>
<div class="actions"><button class="main">${texts.textMeACode}</button></div>
</form>
${otherTimeForm(context, path)}`
}

/** Button that releases the held time. */
export const otherTimeForm = ({ texts, link }: PageContext, path: string): Html =>
  html`<form method="post" action="${link(`${path}/release`)}"><div class="actions"><button>${texts.payment.otherTime}</button></div></form>`

export const heldNote = (context: PageContext, visit: PageVisit): Html => html`
<p><strong>${visit.serviceNames.join(' + ')}</strong><br>${timeOf(context, visit.startsOnUtc, visit.timeZone)}<br>${visit.location.name}</p>
${
  visit.heldUntilUtc !== null &&
  html`<p class="soft">${context.texts.heldUntil(timeOf(context, visit.heldUntilUtc, visit.timeZone, TIME))}</p>`
}`

interface CodePage {
  slug: string
  clientBookingId: string
  visit: PageVisit
  phone: string
  requiresApproval: boolean
  error: string | null
}

/** Form for the code that was texted. */
export function codePage(
  context: PageContext,
  { slug, clientBookingId, visit, phone, requiresApproval, error }: CodePage,
): Html {
  const { texts, link } = context
  const path = `${BOOKING_PAGE_PATH}${slug}/held/${clientBookingId}`
  return html`
<h1>${texts.enterCode(formatPhone(phone))}</h1>
${heldNote(context, visit)}
${errorText(error)}
<form method="post" action="${link(`${path}/code`)}">
<label for="code">${texts.code}</label>
<input id="code" name="code" required inputmode="numeric" autocomplete="one-time-code" pattern="\\s*[0-9]{6}\\s*" maxlength="8" autofocus>
<div class="actions"><button class="main">${visit.payment !== null ? texts.payment.continue : requiresApproval ? texts.ask : texts.book}</button></div>
</form>
<p><a href="${link(path)}">${texts.newCode}</a></p>`
}

/** Page of a time that is no longer held. */
export const expiredPage = (
  { texts }: PageContext,
  { again, mayHavePaid }: { again: string; mayHavePaid: boolean },
): Html => html`
<h1>${texts.noLongerHeld}</h1>
${mayHavePaid && html`<p>${texts.payment.late}</p>`}
<div class="actions"><a class="button main" href="${again}">${texts.chooseAgain}</a></div>`
