import { BOOKING_PAGE_PATH, VISIT_PAGE_PATH } from '@frontdesk/contract/rules'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../../../platform/errors.ts'
import { callerAddress } from '../../../platform/http/caller-address.ts'
import { parseForms } from '../../../platform/pages/respond.ts'
import type { BookingPageDeps } from '../deps.ts'
import { pageOperations } from '../operations.ts'
import { bookHandlers } from './book-handlers.ts'
import { isUuid } from './is-uuid.ts'
import { respond, showFailures } from './respond.ts'
import { visitHandlers } from './visit-handlers.ts'

/** Mounts the pages on which people book, move and cancel: plain forms, so that they work in every browser at once. */
export function mountBookingPages(app: FastifyInstance, deps: BookingPageDeps): void {
  const operations = pageOperations(deps)
  void app.register(async (pages) => {
    parseForms(pages)
    showFailures(pages)
    const book = bookHandlers(deps, operations)
    const slug = `${BOOKING_PAGE_PATH}:slug`
    pages.get(slug, respond(book.services))
    pages.get(`${slug}/held/:id`, respond(book.details))
    pages.post(`${slug}/held/:id`, respond(book.sendCode))
    pages.get(`${slug}/held/:id/code`, respond(book.code))
    pages.post(`${slug}/held/:id/code`, respond(book.book))
    pages.get(`${slug}/held/:id/payment`, respond(book.payment))
    pages.post(`${slug}/held/:id/payment`, respond(book.pay))
    pages.post(`${slug}/held/:id/release`, respond(book.release))
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
    pages.get(`${slug}/:service`, respond(book.times))
    pages.post(`${slug}/:service`, respond(book.hold))

    const visit = visitHandlers(deps, operations)
    const token = `${VISIT_PAGE_PATH}:token`
    pages.get(token, respond(visit.show))
    pages.get(`${token}/calendar.ics`, visit.calendar)
    pages.get(`${token}/move`, respond(visit.times))
    pages.post(`${token}/move`, respond(visit.move))
    pages.get(`${token}/cancel`, respond(visit.confirmCancel))
    pages.post(`${token}/cancel`, respond(visit.cancel))
    pages.post(`${token}/arrival`, respond(visit.arrive))
  })
}
