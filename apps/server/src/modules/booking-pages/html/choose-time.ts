import type { BookingPage } from '@frontdesk/contract/api'
import { PAGE_DAYS } from '@frontdesk/contract/rules'
import { AppError } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import { servicesPage, timesPage } from './book-pages.ts'
import { shownDays } from './days.ts'
import { heldPath, openPage, type PageServices } from './open-page.ts'
import { calls } from './read-form.ts'
import { attempt, type PageRequest, type PageResponse } from './respond.ts'

// Handlers of the pages on which people choose a service and a time.

export async function showServices(services: PageServices, request: PageRequest): Promise<PageResponse> {
  const { slug, page, context, response } = await openPage(services, request)
  const title = context.texts.bookAt(page.businessName)
  return response(title, servicesPage(context, page, { slug, locationId: locationOf(page, request.query.l) }))
}

export async function showTimes(
  services: PageServices,
  request: PageRequest,
  error: string | null = null,
): Promise<PageResponse> {
  const { deps, operations } = services
  const { slug, page, context, response } = await openPage(services, request)
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

export async function holdTime(services: PageServices, request: PageRequest): Promise<PageResponse> {
  const { slug, page, context } = await openPage(services, request)
  const { form } = request
  const { locationId, service, minutes, teammate } = choiceOf(page, { ...request, query: form })
  const { error } = await attempt(context.texts, () =>
    calls.hold(services.operations, request, {
      ...{ slug, locationID: locationId, items: itemsOf(service, { minutes, teammate }) },
      ...{ clientBookingId: form.id, startsOnUtc: form.start },
    }),
  )
  if (error === null) return { redirect: context.link(heldPath(slug, form.id ?? '')) }
  return showTimes(services, { ...request, query: { ...request.query, ...form } }, error)
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
