import type { BookingPage } from '@frontdesk/contract/api'
import { BOOKING_PAGE_PATH, PAGE_DAYS, VISIT_PAGE_PATH } from '@frontdesk/contract/rules'
import { AppError } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import type { Html } from '../../../platform/pages/html.ts'
import type { BookingPageDeps } from '../deps.ts'
import { type Choice, findHeld, type Held } from '../held.ts'
import type { PageOperations } from '../operations.ts'
import { codePage, detailsPage, expiredPage, servicesPage, timesPage } from './book-pages.ts'
import type { PageContext } from './context.ts'
import { shownDays } from './days.ts'
import { isUuid } from './is-uuid.ts'
import { leavingPage, paymentPage, termsNote } from './payment-pages.ts'
import { calls } from './read-form.ts'
import { attempt, type PageRequest, type PageResponse } from './respond.ts'

/** How often the page polls for a payment that is not reported yet. */
const CHECK_SECONDS = 5
const CHECKS = 12

/** The pages on which people book. */
export function bookHandlers(deps: BookingPageDeps, operations: PageOperations) {
  /** The page of the address, and the visitor’s context. */
  const open = async ({ params, address, contextOf }: PageRequest) => {
    const slug = params.slug ?? ''
    const { page, embeddingSites } = await operations.open(slug, { address })
    const context = contextOf(page.languages)
    const response = (title: string, body: Html, status?: number): PageResponse => ({
      ...{ context, title, color: page.color, body, embeddingSites },
      ...(status !== undefined && { status }),
    })
    return { slug, page, context, response }
  }

  const times = async (request: PageRequest, error: string | null = null): Promise<PageResponse> => {
    const { slug, page, context, response } = await open(request)
    const { locationId, service, teammates, minutes, teammate } = choiceOf(page, request)
    const location = page.locations.find(({ id }) => id === locationId)
    if (!location) throw new AppError('LocationNotFound')
    const { today, from } = shownDays(deps.now(), location.timeZone, request.query.from)
    const { slots, timeZone } = await calls.slots(operations, request, {
      ...{ slug, locationID: locationId, items: itemsOf(service, { minutes, teammate }), from, days: PAGE_DAYS },
    })
    return response(
      `${service.name} · ${page.businessName}`,
      timesPage(context, {
        ...{ slug, locationId, service, teammates, minutes, teammate, timeZone, slots, from, today, error },
        clientBookingId: newId(),
      }),
      error === null ? 200 : 409,
    )
  }

  /** Shows a page of a held time, or that it is no longer held. */
  const ofHeld = async (request: PageRequest, show: (asked: HeldPage) => Promise<PageResponse> | PageResponse) => {
    const { slug, page, context, response } = await open(request)
    const { id = '' } = request.params
    const { choice, held } = isUuid(id) ? await findHeld(deps, slug, id) : NOT_FOUND
    const again = choiceLink(context, page, { slug, choice })
    if (!held)
      return response(
        context.texts.noLongerHeld,
        expiredPage(context, { again, mayHavePaid: request.query.from === 'checkout' }),
        409,
      )
    if (held.token !== null) return { redirect: context.link(VISIT_PAGE_PATH + held.token) }
    return show({ slug, page, context, response, held, again, clientBookingId: id })
  }

  const details = (request: PageRequest, error: string | null = null): Promise<PageResponse> =>
    ofHeld(request, ({ slug, page, context, response, held, clientBookingId }) => {
      const service = page.services.find(({ id }) => id === held.serviceIds[0])
      const isForm = Object.keys(request.form).length > 0
      return response(
        context.texts.yourDetails,
        detailsPage(context, {
          ...{ slug, clientBookingId, page, error },
          visit: held.visit,
          questions: questionsOf(page, held),
          requiresApproval: service?.requiresApproval ?? false,
          values: isForm ? request.form : held.values,
          terms: termsNote(context, held.visit),
        }),
        error === null ? 200 : 422,
      )
    })

  const code = (request: PageRequest, error: string | null = null): Promise<PageResponse> =>
    ofHeld(request, ({ slug, page, context, response, held, clientBookingId }) => {
      const { visit, phone } = held
      if (phone === null) return { redirect: context.link(`${BOOKING_PAGE_PATH}${slug}/held/${clientBookingId}`) }
      const service = page.services.find(({ id }) => id === held.serviceIds[0])
      const failed = held.hasFailed ? context.texts.notTextable : null
      const body = codePage(context, {
        ...{ slug, clientBookingId, visit, phone, requiresApproval: service?.requiresApproval ?? false },
        error: error ?? failed,
      })
      return response(context.texts.code, body, error === null ? 200 : 422)
    })

  const payment = (request: PageRequest, error: string | null = null): Promise<PageResponse> =>
    ofHeld(request, ({ slug, context, response, held, clientBookingId }) => {
      const { visit } = held
      const path = `${BOOKING_PAGE_PATH}${slug}/held/${clientBookingId}`
      if (visit.payment === null || visit.payment.state === 'proposed') return { redirect: context.link(path) }
      const isReturning = request.query.from === 'checkout' && visit.payment.state === 'paying'
      const checks = Number(request.query.n ?? 0)
      const to = context.link(`${path}/payment`, { from: 'checkout', n: String(checks + 1) })
      return {
        ...response(
          context.texts.payment.titles[visit.payment.kind],
          paymentPage(context, { slug, clientBookingId, visit, payment: visit.payment, error, isReturning }),
          error === null ? 200 : 422,
        ),
        ...(isReturning && checks < CHECKS && { refresh: { seconds: CHECK_SECONDS, to } }),
      }
    })

  return {
    services: async (request: PageRequest): Promise<PageResponse> => {
      const { slug, page, context, response } = await open(request)
      const title = context.texts.bookAt(page.businessName)
      return response(title, servicesPage(context, page, { slug, locationId: locationOf(page, request.query.l) }))
    },
    times: (request: PageRequest) => times(request),
    hold: async (request: PageRequest): Promise<PageResponse> => {
      const { slug, page, context } = await open(request)
      const { form } = request
      const { locationId, service, minutes, teammate } = choiceOf(page, { ...request, query: form })
      const { error } = await attempt(context.texts, () =>
        calls.hold(operations, request, {
          ...{ slug, locationID: locationId, items: itemsOf(service, { minutes, teammate }) },
          ...{ clientBookingId: form.id, startsOnUtc: form.start },
        }),
      )
      if (error === null) return { redirect: context.link(`${BOOKING_PAGE_PATH}${slug}/held/${form.id}`) }
      return times({ ...request, query: { ...request.query, ...form } }, error)
    },
    details: (request: PageRequest) => details(request),
    sendCode: (request: PageRequest): Promise<PageResponse> =>
      ofHeld(request, async ({ slug, page, context, held, clientBookingId }) => {
        const { name, phone, country, email, note, agrees, ...others } = request.form
        const answers = questionsOf(page, held).flatMap(({ text }, index) => {
          const answer = others[`q${index}`] ?? ''
          return answer === '' ? [] : [{ question: text, answer }]
        })
        const { error } = await attempt(context.texts, () =>
          calls.sendCode(operations, request, {
            ...{ slug, clientBookingId, name, phone, country, email, note, answers },
            agreesToMarketing: agrees === 'yes',
            language: context.language,
          }),
        )
        if (error !== null) return details(request, error)
        return { redirect: context.link(`${BOOKING_PAGE_PATH}${slug}/held/${clientBookingId}/code`) }
      }),
    code: (request: PageRequest) => code(request),
    book: (request: PageRequest): Promise<PageResponse> =>
      ofHeld(request, async ({ slug, context, clientBookingId }) => {
        const { result, error } = await attempt(context.texts, () =>
          calls.book(operations, request, { slug, clientBookingId, code: request.form.code }),
        )
        if (!result) return code(request, error)
        const path = `${BOOKING_PAGE_PATH}${slug}/held/${clientBookingId}/payment`
        return { redirect: context.link(result.token === null ? path : VISIT_PAGE_PATH + result.token) }
      }),
    payment: (request: PageRequest) => payment(request),
    pay: (request: PageRequest): Promise<PageResponse> =>
      ofHeld(request, async ({ slug, context, response, clientBookingId }) => {
        const { wording, agrees } = request.form
        if (agrees !== 'yes') return payment(request, context.texts.checkFields)
        const { result, error } = await attempt(context.texts, () =>
          calls.pay(operations, request, { slug, clientBookingId, wording, language: context.language }),
        )
        if (!result) return payment(request, error)
        const { url } = result
        return {
          ...response(context.texts.payment.leaving, leavingPage(context, url)),
          refresh: { seconds: 0, to: url },
        }
      }),
    release: (request: PageRequest): Promise<PageResponse> =>
      ofHeld(request, async ({ slug, again, clientBookingId }) => {
        await calls.release(operations, request, { slug, clientBookingId })
        return { redirect: again }
      }),
  }
}

interface HeldPage {
  slug: string
  page: BookingPage
  context: PageContext
  response: (title: string, body: Html, status?: number) => PageResponse
  held: Held
  /** Link to choose another time. */
  again: string
  clientBookingId: string
}

const NOT_FOUND = { choice: null, held: null }

/** Link to the times of the service and length that were chosen, or to all services if it is no longer offered there. */
function choiceLink(
  { link }: PageContext,
  { services, locations }: BookingPage,
  { slug, choice }: { slug: string; choice: Choice | null },
): string {
  const home = BOOKING_PAGE_PATH + slug
  const location = locations.find(({ id }) => id === choice?.locationId)
  if (!location) return link(home)
  const service = services.find(({ id }) => id === choice?.serviceIds[0])
  const isOffered = service && (service.locationIDs.length === 0 || service.locationIDs.includes(location.id))
  if (!isOffered) return link(home, { l: location.id })
  return link(`${home}/${service.id}`, { l: location.id, ...(choice && { m: String(choice.minutes) }) })
}

type Service = BookingPage['services'][number]

const locationOf = ({ locations }: BookingPage, chosen: string | undefined): string =>
  (locations.find(({ id }) => id === chosen) ?? locations[0])?.id ?? ''

/** The choices in the search params of a page, without those that are not offered. */
function choiceOf(page: BookingPage, { params, query }: Pick<PageRequest, 'params' | 'query'>) {
  const service = page.services.find(({ id }) => id === params.service)
  if (!service) throw new AppError('ServiceNotFound')
  const { durations } = service
  const locationId = locationOf(page, query.l ?? service.locationIDs[0])
  const teammates = service.teammates.filter(({ locationIDs }) => locationIDs.includes(locationId))
  return {
    locationId,
    service,
    teammates,
    minutes: durations.find((each) => String(each) === query.m) ?? durations[0] ?? 0,
    teammate: teammates.find(({ resourceID }) => resourceID === query.t)?.resourceID ?? '',
  }
}

const itemsOf = (service: Service, { minutes, teammate }: { minutes: number; teammate: string }) => [
  { serviceID: service.id, durationMinutes: minutes, resourceIDs: teammate === '' ? [] : [teammate] },
  ...service.followOns,
]

const questionsOf = (page: BookingPage, { serviceIds }: Held) =>
  page.services.find(({ id }) => id === serviceIds[0])?.questions ?? []
