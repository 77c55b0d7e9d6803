import { BOOKING_PAGE_PATH, VISIT_PAGE_PATH } from '@frontdesk/contract/rules'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../../../platform/errors.ts'
import { callerAddress } from '../../../platform/http/caller-address.ts'
import { parseForms } from '../../../platform/pages/respond.ts'
import type { BookingPageDeps } from '../deps.ts'
import { pageOperations } from '../operations.ts'
import { holdTime, showServices, showTimes } from './choose-time.ts'
import { bookHeld, pay, releaseHeld, sendCode, showCode, showDetails, showPayment } from './held-handlers.ts'
import { isUuid } from './is-uuid.ts'
import type { PageHandler, PageServices } from './open-page.ts'
import { respond, showFailures } from './respond.ts'
import {
  arriveAtVisit,
  cancelVisit,
  confirmCancel,
  moveVisit,
  sendCalendar,
  showOtherTimes,
  showVisit,
} from './visit-handlers.ts'

/** Mounts the pages on which people book, move and cancel: plain forms, so that they work in every browser at once. */
export function mountBookingPages(app: FastifyInstance, deps: BookingPageDeps): void {
  const operations = pageOperations(deps)
  const services: PageServices = { deps, operations }
  const handle = (handler: PageHandler) => respond((request) => handler(services, request))
  void app.register(async (pages) => {
    parseForms(pages)
    showFailures(pages)
    const slug = `${BOOKING_PAGE_PATH}:slug`
    pages.get(slug, handle(showServices))
    pages.get(`${slug}/held/:id`, handle(showDetails))
    pages.post(`${slug}/held/:id`, handle(sendCode))
    pages.get(`${slug}/held/:id/code`, handle(showCode))
    pages.post(`${slug}/held/:id/code`, handle(bookHeld))
    pages.get(`${slug}/held/:id/payment`, handle(showPayment))
    pages.post(`${slug}/held/:id/payment`, handle(pay))
    pages.post(`${slug}/held/:id/release`, handle(releaseHeld))
    pages.get<{ Params: { slug: string; id: string } }>(`${slug}/pictures/:id`, async (request, reply) => {
      const { params } = request
      if (!isUuid(params.id)) throw new AppError('FileNotFound')
      const { storageKey } = await operations.picture(params.slug, params.id, { address: callerAddress(request) })
      return reply
        .type('image/webp')
        .header('cache-control', 'public, max-age=86400, immutable')
        .header('content-security-policy', "default-src 'none'; sandbox")
        .send(Buffer.from(await deps.storage.get(storageKey)))
    })
    pages.get(`${slug}/:service`, handle(showTimes))
    pages.post(`${slug}/:service`, handle(holdTime))

    const token = `${VISIT_PAGE_PATH}:token`
    pages.get(token, handle(showVisit))
    pages.get(`${token}/calendar.ics`, (request, reply) => sendCalendar(services, request, reply))
    pages.get(`${token}/move`, handle(showOtherTimes))
    pages.post(`${token}/move`, handle(moveVisit))
    pages.get(`${token}/cancel`, handle(confirmCancel))
    pages.post(`${token}/cancel`, handle(cancelVisit))
    pages.post(`${token}/arrival`, handle(arriveAtVisit))
  })
}
