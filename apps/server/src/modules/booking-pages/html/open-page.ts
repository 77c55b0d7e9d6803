import type { BookingPage } from '@frontdesk/contract/api'
import { BOOKING_PAGE_PATH, VISIT_PAGE_PATH } from '@frontdesk/contract/rules'
import type { Html } from '../../../platform/pages/html.ts'
import type { BookingPageDeps } from '../deps.ts'
import { type Choice, findHeld, type Held } from '../held.ts'
import type { PageOperations } from '../operations.ts'
import { expiredPage } from './book-pages.ts'
import type { PageContext } from './context.ts'
import { isUuid } from './is-uuid.ts'
import type { PageRequest, PageResponse } from './respond.ts'

/** What page handlers work with. */
export interface PageServices {
  deps: BookingPageDeps
  operations: PageOperations
}

export type PageHandler = (services: PageServices, request: PageRequest) => Promise<PageResponse>

interface OpenedPage {
  slug: string
  page: BookingPage
  context: PageContext
  response: (title: string, body: Html, status?: number) => PageResponse
}

/** The page of the address, and the visitor’s context. */
export async function openPage(
  { operations }: PageServices,
  { params, address, contextOf }: PageRequest,
): Promise<OpenedPage> {
  const slug = params.slug ?? ''
  const { page, embeddingSites } = await operations.open(slug, { address })
  const context = contextOf(page.languages)
  const response = (title: string, body: Html, status?: number): PageResponse => ({
    ...{ context, title, color: page.color, body, embeddingSites },
    ...(status !== undefined && { status }),
  })
  return { slug, page, context, response }
}

interface HeldPage extends OpenedPage {
  held: Held
  clientBookingId: string
  /** The path of the pages of the held time. */
  path: string
  /** Link to choose another time. */
  again: string
}

/** Shows a page of a held time, or that it is no longer held; redirects to the visit once it is booked. */
export async function showHeld(
  services: PageServices,
  request: PageRequest,
  show: (heldPage: HeldPage) => Promise<PageResponse> | PageResponse,
): Promise<PageResponse> {
  const opened = await openPage(services, request)
  const { slug, page, context, response } = opened
  const { id = '' } = request.params
  const { choice, held } = isUuid(id) ? await findHeld(services.deps, slug, id) : NOT_FOUND
  const again = choiceLink(context, page, { slug, choice })
  if (!held)
    return response(
      context.texts.noLongerHeld,
      expiredPage(context, { again, mayHavePaid: request.query.from === 'checkout' }),
      409,
    )
  if (held.token !== null) return { redirect: context.link(VISIT_PAGE_PATH + held.token) }
  return show({ ...opened, held, again, clientBookingId: id, path: heldPath(slug, id) })
}

const NOT_FOUND = { choice: null, held: null }

/** The path of the first page of a held time. */
export const heldPath = (slug: string, clientBookingId: string): string =>
  `${BOOKING_PAGE_PATH}${slug}/held/${clientBookingId}`

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
