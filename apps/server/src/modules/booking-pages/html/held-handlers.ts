import type { BookingPage } from '@frontdesk/contract/api'
import { VISIT_PAGE_PATH } from '@frontdesk/contract/rules'
import type { Held } from '../held.ts'
import { codePage, detailsPage } from './book-pages.ts'
import { type PageServices, showHeld } from './open-page.ts'
import { leavingPage, paymentPage, termsNote } from './payment-pages.ts'
import { calls } from './read-form.ts'
import { attempt, type PageRequest, type PageResponse } from './respond.ts'

// Handlers of the pages on which people book a time that is held for them.

/** How often the page polls for a payment that is not reported yet. */
const CHECK_SECONDS = 5
const CHECKS = 12

export const showDetails = (
  services: PageServices,
  request: PageRequest,
  error: string | null = null,
): Promise<PageResponse> =>
  showHeld(services, request, ({ slug, page, context, response, held, clientBookingId }) => {
    const service = serviceOf(page, held)
    const isForm = Object.keys(request.form).length > 0
    return response(
      context.texts.yourDetails,
      detailsPage(context, {
        ...{ slug, clientBookingId, page, error },
        visit: held.visit,
        questions: service?.questions ?? [],
        requiresApproval: service?.requiresApproval ?? false,
        values: isForm ? request.form : held.values,
        terms: termsNote(context, held.visit),
      }),
      error === null ? 200 : 422,
    )
  })

export const sendCode = (services: PageServices, request: PageRequest): Promise<PageResponse> =>
  showHeld(services, request, async ({ slug, page, context, held, clientBookingId, path }) => {
    const { name, phone, country, email, note, agrees, ...others } = request.form
    const answers = (serviceOf(page, held)?.questions ?? []).flatMap(({ text }, index) => {
      const answer = others[`q${index}`] ?? ''
      return answer === '' ? [] : [{ question: text, answer }]
    })
    const { error } = await attempt(context.texts, () =>
      calls.sendCode(services.operations, request, {
        ...{ slug, clientBookingId, name, phone, country, email, note, answers },
        agreesToMarketing: agrees === 'yes',
        language: context.language,
      }),
    )
    return error === null ? { redirect: context.link(`${path}/code`) } : showDetails(services, request, error)
  })

export const showCode = (
  services: PageServices,
  request: PageRequest,
  error: string | null = null,
): Promise<PageResponse> =>
  showHeld(services, request, ({ slug, page, context, response, held, clientBookingId, path }) => {
    const { visit, phone } = held
    if (phone === null) return { redirect: context.link(path) }
    const failed = held.hasFailed ? context.texts.notTextable : null
    const body = codePage(context, {
      ...{ slug, clientBookingId, visit, phone },
      requiresApproval: serviceOf(page, held)?.requiresApproval ?? false,
      error: error ?? failed,
    })
    return response(context.texts.code, body, error === null ? 200 : 422)
  })

export const bookHeld = (services: PageServices, request: PageRequest): Promise<PageResponse> =>
  showHeld(services, request, async ({ slug, context, clientBookingId, path }) => {
    const { result, error } = await attempt(context.texts, () =>
      calls.book(services.operations, request, { slug, clientBookingId, code: request.form.code }),
    )
    if (!result) return showCode(services, request, error)
    return { redirect: context.link(result.token === null ? `${path}/payment` : VISIT_PAGE_PATH + result.token) }
  })

export const showPayment = (
  services: PageServices,
  request: PageRequest,
  error: string | null = null,
): Promise<PageResponse> =>
  showHeld(services, request, ({ slug, context, response, held: { visit }, clientBookingId, path }) => {
    const { payment } = visit
    if (payment === null || payment.state === 'proposed') return { redirect: context.link(path) }
    const isReturning = request.query.from === 'checkout' && payment.state === 'paying'
    const checks = Number(request.query.n ?? 0)
    const to = context.link(`${path}/payment`, { from: 'checkout', n: String(checks + 1) })
    return {
      ...response(
        context.texts.payment.titles[payment.kind],
        paymentPage(context, { slug, clientBookingId, visit, payment, error, isReturning }),
        error === null ? 200 : 422,
      ),
      ...(isReturning && checks < CHECKS && { refresh: { seconds: CHECK_SECONDS, to } }),
    }
  })

/** Sends the visitor to the page of the payment provider. */
export const pay = (services: PageServices, request: PageRequest): Promise<PageResponse> =>
  showHeld(services, request, async ({ slug, context, response, clientBookingId }) => {
    const { wording, agrees } = request.form
    if (agrees !== 'yes') return showPayment(services, request, context.texts.checkFields)
    const { result, error } = await attempt(context.texts, () =>
      calls.pay(services.operations, request, { slug, clientBookingId, wording, language: context.language }),
    )
    if (!result) return showPayment(services, request, error)
    const { url } = result
    return {
      ...response(context.texts.payment.leaving, leavingPage(context, url)),
      refresh: { seconds: 0, to: url },
    }
  })

export const releaseHeld = (services: PageServices, request: PageRequest): Promise<PageResponse> =>
  showHeld(services, request, async ({ slug, again, clientBookingId }) => {
    await calls.release(services.operations, request, { slug, clientBookingId })
    return { redirect: again }
  })

const serviceOf = ({ services }: BookingPage, { serviceIds }: Held) => services.find(({ id }) => id === serviceIds[0])
