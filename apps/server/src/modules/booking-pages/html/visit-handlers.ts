import { PAGE_DAYS, VISIT_PAGE_PATH } from '@frontdesk/contract/rules'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { callerAddress } from '../../../platform/http/caller-address.ts'
import type { Html } from '../../../platform/pages/html.ts'
import { openVisit } from '../visits.ts'
import { shownDays } from './days.ts'
import type { PageServices } from './open-page.ts'
import { calls } from './read-form.ts'
import { attempt, type PageRequest, type PageResponse } from './respond.ts'
import { visitCalendar } from './visit-calendar.ts'
import { cancelPage, movePage, visitPage } from './visit-pages.ts'

// Handlers of the pages of a visit for its contact.

async function openPage({ operations }: PageServices, { params, address, contextOf }: PageRequest) {
  const token = params.token ?? ''
  const { visit, embeddingSites } = await operations.openVisit(token, { address })
  return { token, visit, embeddingSites, context: contextOf(visit.languages) }
}

const respondWith = (
  { visit, embeddingSites, context }: Awaited<ReturnType<typeof openPage>>,
  body: Html,
  error: string | null,
): PageResponse => ({
  ...{ context, body, embeddingSites, color: visit.color, status: error === null ? 200 : 409 },
  title: `${visit.serviceNames.join(' + ')} · ${visit.businessName}`,
})

export async function showVisit(
  services: PageServices,
  request: PageRequest,
  error: string | null = null,
): Promise<PageResponse> {
  const opened = await openPage(services, request)
  return respondWith(opened, visitPage(opened.context, { ...opened, error }), error)
}

export async function showOtherTimes(
  services: PageServices,
  request: PageRequest,
  error: string | null = null,
): Promise<PageResponse> {
  const { deps, operations } = services
  const opened = await openPage(services, request)
  const { token, visit, context } = opened
  if (!visit.canChange) return showVisit(services, request, error ?? context.texts.tooLate)
  const { today, from } = shownDays(deps.now(), visit.timeZone, request.query.from)
  const { slots } = await calls.visitSlots(operations, request, { token, from, days: PAGE_DAYS })
  return respondWith(opened, movePage(context, { token, visit, slots, from, today, error }), error)
}

export async function confirmCancel(services: PageServices, request: PageRequest): Promise<PageResponse> {
  const opened = await openPage(services, request)
  const { visit, context } = opened
  if (!visit.canChange) return showVisit(services, request, context.texts.tooLate)
  return respondWith(opened, cancelPage(context, { ...opened, error: null }), null)
}

export const moveVisit = (services: PageServices, request: PageRequest): Promise<PageResponse> =>
  changeVisit(
    services,
    request,
    (token) =>
      calls.reschedule(services.operations, {
        ...{ token, version: Number(request.form.version), startsOnUtc: request.form.start },
      }),
    showOtherTimes,
  )

export const cancelVisit = (services: PageServices, request: PageRequest): Promise<PageResponse> =>
  changeVisit(services, request, (token) =>
    calls.cancel(services.operations, {
      ...{ token, version: Number(request.form.version), reason: request.form.reason ?? '' },
    }),
  )

export const arriveAtVisit = (services: PageServices, request: PageRequest): Promise<PageResponse> =>
  changeVisit(services, request, (token) => {
    const [, minutes] = /^late-(\d{1,3})$/.exec(request.form.arrival ?? '') ?? []
    const arrival = minutes === undefined ? request.form.arrival : 'late'
    return calls.updateArrival(services.operations, {
      ...{ token, arrival },
      ...(minutes && { lateMinutes: Number(minutes) }),
    })
  })

/** Applies a form and shows the visit, or an error on a page that says what can be done. */
async function changeVisit(
  services: PageServices,
  request: PageRequest,
  work: (token: string) => Promise<unknown>,
  showError: typeof showVisit = showVisit,
): Promise<PageResponse> {
  const { token, context } = await openPage(services, request)
  const { error } = await attempt(context.texts, () => work(token))
  return error === null ? { redirect: context.link(VISIT_PAGE_PATH + token) } : showError(services, request, error)
}

export async function sendCalendar(
  { deps, operations }: PageServices,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { token } = request.params as { token: string }
  const { id } = openVisit(deps, token)
  const visit = await operations.getVisit(token, { address: callerAddress(request) })
  return reply
    .header('cache-control', 'no-store')
    .type('text/calendar; charset=utf-8')
    .header('content-disposition', 'attachment; filename="visit.ics"')
    .send(visitCalendar(id, visit, deps.publicUrl() + VISIT_PAGE_PATH + token))
}
