import type { BookingPage, BookingPageConfigs } from '@frontdesk/contract/api'
import { BOOKING_PAGE_PATH, BOOKING_SLUG } from '@frontdesk/contract/rules'
import type { Directory, TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { readBookingConfigs } from '../booking-configs/index.ts'
import { planTerms } from '../booking-payments/index.ts'
import { findResources } from '../booking-resources/index.ts'
import { findFollowOns, listOnlineServices, type ServiceRow } from '../booking-services/index.ts'
import { listLocations } from '../locations/index.ts'
import { findBusinessName } from '../messages/index.ts'
import type { BookingPageDeps } from './deps.ts'

const EVERYWHERE = { locationIds: null }

/** The business whose booking page has a slug, which may be one of its former slugs. */
export async function findPageOwner(directory: Directory, slug: string): Promise<{ tenantId: string }> {
  const owner = BOOKING_SLUG.test(slug)
    ? await directory
        .selectFrom('directory.bookingSlugs')
        .where('slug', '=', slug)
        .select('tenantId')
        .executeTakeFirst()
    : undefined
  if (!owner) throw new AppError('BookingPageClosed')
  return owner
}

/** The settings of the page; throws if the business takes no bookings online. */
export async function readPageConfigs(tx: TenantTx): Promise<BookingPageConfigs> {
  const { page } = await readBookingConfigs(tx)
  if (!page.isOnline) throw new AppError('BookingPageClosed')
  return page
}

/** The public contents of the page. */
export async function readPage(deps: Pick<BookingPageDeps, 'paymentProvider'>, tx: TenantTx): Promise<BookingPage> {
  const { slug, intro, color, languages, countries, consentText, offersTeammates } = await readPageConfigs(tx)
  const [businessName, locations, online] = [
    await findBusinessName(tx),
    await listLocations(tx, EVERYWHERE),
    await listOnlineServices(tx),
  ]
  const followOns = await findFollowOns(tx, online)
  const followOnsOf = ({ id }: ServiceRow) => followOns.get(id) ?? []
  const providedAt = await findProvidedAt(tx, {
    visits: online.map((service) => [service, ...followOnsOf(service).map((each) => each.service)]),
    locationIds: locations.map(({ id }) => id),
  })
  const services = online.filter(({ id }) => providedAt(id).length > 0)
  const payments = await Promise.all(services.map((service) => planTerms(deps, tx, [service])))
  const teammates = offersTeammates ? await findTeammates(tx, services) : []
  return {
    ...{ businessName, intro, color, languages, countries, consentText },
    locations: locations.map(({ id, name, formattedAddress, locationPhoneNumber, phoneNumber, timeZone }) => ({
      ...{ id, name, timeZone },
      address: formattedAddress ?? '',
      phone: locationPhoneNumber ?? phoneNumber ?? '',
    })),
    services: services.map((service, index) => ({
      id: service.id,
      name: service.name,
      description: service.description,
      color: service.color,
      pictureURL: service.pictureId === null ? null : `${BOOKING_PAGE_PATH}${slug}/pictures/${service.pictureId}`,
      durations: service.durations,
      priceAmount: service.priceAmount === null ? null : Number(service.priceAmount),
      currency: service.currency,
      requiresApproval: service.requiresApproval,
      payment: toPayment(payments[index] ?? null),
      questions: questionsOf([service, ...followOnsOf(service).map((each) => each.service)]),
      locationIDs: providedAt(service.id),
      followOns: followOnsOf(service).map(({ service: { id }, gapMinutes }) => ({
        serviceID: id,
        gapMinutes,
      })),
      teammates: teammates
        .filter(({ id }) => service.resourceIds.includes(id))
        .map(({ id, name, locationIds }) => ({ resourceID: id, name, locationIDs: locationIds })),
    })),
  }
}

interface VisitsToProvide {
  /** The services of each visit; the first one is that of the page. */
  visits: readonly (readonly ServiceRow[])[]
  locationIds: readonly string[]
}

/** Where visits are offered and all their services provided: elsewhere they have no free times. */
async function findProvidedAt(tx: TenantTx, { visits, locationIds }: VisitsToProvide) {
  const resources = await findResources(tx, [...new Set(visits.flat().flatMap(({ resourceIds }) => resourceIds))])
  const isProvided = (service: ServiceRow, locationId: string) => {
    if (service.locationIds.length > 0 && !service.locationIds.includes(locationId)) return false
    const here = resources.filter(
      (each) => service.resourceIds.includes(each.id) && each.locationIds.includes(locationId),
    )
    const present = here.filter(({ archivedAt }) => archivedAt === null)
    // One of each kind is needed.
    return present.length > 0 && here.every(({ kind }) => present.some((each) => each.kind === kind))
  }
  const providedAt = new Map(
    visits.map((services) => [
      services[0]?.id,
      locationIds.filter((locationId) => services.every((service) => isProvided(service, locationId))),
    ]),
  )
  return (serviceId: string): string[] => providedAt.get(serviceId) ?? []
}

/** The questions about a visit of these services, each once. */
const questionsOf = (services: readonly ServiceRow[]): ServiceRow['questions'] => [
  ...new Map(services.flatMap(({ questions }) => questions).map((question) => [question.text, question])).values(),
]

const toPayment = (terms: Awaited<ReturnType<typeof planTerms>>): BookingPage['services'][number]['payment'] =>
  terms && { kind: terms.kind, amount: terms.amount, noShowFeeAmount: terms.noShowFeeAmount }

const findTeammates = async (tx: TenantTx, services: readonly ServiceRow[]) =>
  (await findResources(tx, [...new Set(services.flatMap(({ resourceIds }) => resourceIds))])).filter(
    ({ kind, archivedAt }) => kind === 'teammate' && archivedAt === null,
  )

/** A location of the business. */
export async function findPlace(tx: TenantTx, id: string) {
  const place = (await listLocations(tx, EVERYWHERE)).find((location) => location.id === id)
  if (!place) throw new AppError('LocationNotFound')
  return place
}
