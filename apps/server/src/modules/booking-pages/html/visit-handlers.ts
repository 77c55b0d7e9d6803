import { PAGE_DAYS, VISIT_PAGE_PATH } from '@frontdesk/contract/rules'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { callerAddress } from '../../../platform/http/caller-address.ts'
import type { Html } from '../../../platform/pages/html.ts'
import type { BookingPageDeps } from '../deps.ts'
import type { PageOperations } from '../operations.ts'
import { openVisit } from '../visits.ts'
import { shownDays } from './days.ts'
import { calls } from './read-form.ts'
import { attempt, type PageRequest, type PageResponse } from './respond.ts'
import { visitCalendar } from './visit-calendar.ts'
import { cancelPage, movePage, visitPage } from './visit-pages.ts'

/** Pages of a visit for its contact. */
export function visitHandlers(deps: BookingPageDeps, operations: PageOperations) {
  const open = async ({ params, address, contextOf }: PageRequest) => {
    const token = params.token ?? ''
    const { visit, embeddingSites } = await operations.openVisit(token, { address })
    return { token, visit, embeddingSites, context: contextOf(visit.languages) }
  }
  const respondWith = (
    { visit, embeddingSites, context }: Awaited<ReturnType<typeof open>>,
    body: Html,
    error: string | null,
  ): PageResponse => ({
    ...{ context, body, embeddingSites, color: visit.color, status: error === null ? 200 : 409 },
    title: `${visit.serviceNames.join(' + ')} · ${visit.businessName}`,
  })

  const show = async (request: PageRequest, error: string | null = null): Promise<PageResponse> => {
    const opened = await open(request)
    return respondWith(opened, visitPage(opened.context, { ...opened, error }), error)
  }
  const times = async (request: PageRequest, error: string | null = null): Promise<PageResponse> => {
    const opened = await open(request)
    const { token, visit, context } = opened
    if (!visit.canChange) return show(request, error ?? context.texts.tooLate)
    const { today, from } = shownDays(deps.now(), visit.timeZone, request.query.from)
    const { slots } = await calls.visitSlots(operations, request, { token, from, days: PAGE_DAYS })
    return respondWith(opened, movePage(context, { token, visit, slots, from, today, error }), error)
  }
  /** Does what a form asks for and shows the visit; an error is shown on a page that says what can be done. */
  const change = async (
    request: PageRequest,
    work: (token: string) => Promise<unknown>,
    showError: (error: string) => Promise<PageResponse>,
  ): Promise<PageResponse> => {
    const { token, context } = await open(request)
    const { error } = await attempt(context.texts, () => work(token))
    return error === null ? { redirect: context.link(VISIT_PAGE_PATH + token) } : showError(error)
  }

  return {
    show: (request: PageRequest) => show(request),
    times: (request: PageRequest) => times(request),
    move: (request: PageRequest) =>
      change(
        request,
        (token) =>
          calls.reschedule(operations, {
            token,
            version: Number(request.form.version),
            startsOnUtc: request.form.start,
          }),
        (error) => times(request, error),
      ),
    confirmCancel: async (request: PageRequest): Promise<PageResponse> => {
      const opened = await open(request)
      const { visit, context } = opened
      if (!visit.canChange) return show(request, context.texts.tooLate)
      return respondWith(opened, cancelPage(context, { ...opened, error: null }), null)
    },
    cancel: (request: PageRequest) =>
      change(
        request,
        (token) =>
          calls.cancel(operations, { token, version: Number(request.form.version), reason: request.form.reason ?? '' }),
        (error) => show(request, error),
      ),
    arrive: (request: PageRequest) =>
      change(
        request,
        (token) => {
          const [, minutes] = /^late-(\d{1,3})$/.exec(request.form.arrival ?? '') ?? []
          const arrival = minutes === undefined ? request.form.arrival : 'late'
          return calls.updateArrival(operations, { token, arrival, ...(minutes && { lateMinutes: Number(minutes) }) })
        },
        (error) => show(request, error),
      ),
    calendar: async (request: FastifyRequest, reply: FastifyReply) => {
      const { token } = request.params as { token: string }
      const { id } = openVisit(deps, token)
      const visit = await operations.getVisit(token, { address: callerAddress(request) })
      return reply
        .header('cache-control', 'no-store')
        .type('text/calendar; charset=utf-8')
        .header('content-disposition', 'attachment; filename="visit.ics"')
        .send(visitCalendar(id, visit, deps.publicUrl() + VISIT_PAGE_PATH + token))
    },
  }
}
