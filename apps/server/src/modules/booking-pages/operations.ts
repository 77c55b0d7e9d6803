import type { BookingPage, contract, PageSlot, PageVisit } from '@frontdesk/contract/api'
import { BOOKING_PAGE_PATH } from '@frontdesk/contract/rules'
import type { InferContractRouterInputs } from '@orpc/contract'
import type { TenantTx } from '../../platform/database/database.ts'
import { violates } from '../../platform/errors.ts'
import { readBookingConfigs } from '../booking-configs/index.ts'
import { accessOnlinePicture } from '../booking-services/index.ts'
import { daysFrom, findSlots, holdForPage, itemsOfVisit, type RequestedItem, signVisit } from '../bookings/index.ts'
import { bookProved } from './book.ts'
import { checkItems } from './check-items.ts'
import type { BookingPageDeps } from './deps.ts'
import { createPageLimits } from './limits.ts'
import { findPageOwner, findPlace, readPage, readPageConfigs } from './page.ts'
import { payHeld, releaseHeld } from './pay-held.ts'
import { lockHeld, sendCode } from './send-code.ts'
import { arriveAtVisit, cancelVisit, describeVisit, lockOwnVisit, moveVisit, openVisit } from './visits.ts'

type Inputs = InferContractRouterInputs<typeof contract>['bookingPages']
type Days = { from: string; days: number }
interface Origin {
  address: string
}

/** Operations of people without a login, for the API and the pages. */
export function pageOperations(deps: BookingPageDeps) {
  const { inTenant, directory, secrets, database } = deps
  const limits = createPageLimits(database.directoryPool)
  const onPage = async <Result>(slug: string, work: (tx: TenantTx) => Promise<Result>): Promise<Result> =>
    inTenant(await findPageOwner(directory, slug), work)
  const ofVisit = <Result>(token: string, work: (tx: TenantTx, id: string) => Promise<Result>): Promise<Result> => {
    const { tenantId, id } = openVisit(deps, token)
    return inTenant({ tenantId }, (tx) => work(tx, id))
  }
  const changing = async <Result>(token: string, work: (tx: TenantTx, id: string) => Promise<Result>) => {
    await limits.countChange(openVisit(deps, token).id)
    return ofVisit(token, work)
  }

  return {
    get: async (slug: string, { address }: Origin): Promise<BookingPage> => {
      await limits.countRead(address)
      return onPage(slug, (tx) => readPage(deps, tx))
    },

    /** A page, and the sites that may show it in a frame. */
    open: async (
      slug: string,
      { address }: Origin,
    ): Promise<{ page: BookingPage; embeddingSites: readonly string[] }> => {
      await limits.countRead(address)
      return onPage(slug, async (tx) => ({
        page: await readPage(deps, tx),
        embeddingSites: (await readPageConfigs(tx)).embeddingSites,
      }))
    },

    /** Returns the storage key of a picture of the page. */
    picture: async (slug: string, id: string, { address }: Origin): Promise<{ storageKey: string }> => {
      await limits.countPicture(address)
      return onPage(slug, async (tx) => {
        await readPageConfigs(tx)
        return accessOnlinePicture(tx, id)
      })
    },

    slots: async (
      { slug, locationID, items, from, days }: { slug: string; locationID: string; items: RequestedItem[] } & Days,
      { address }: Origin,
    ): Promise<{ timeZone: string; slots: PageSlot[] }> => {
      await limits.countRead(address)
      return onPage(slug, async (tx) => {
        const location = await findPlace(tx, locationID)
        const request = { location, items: await checkItems(tx, items) }
        return listSlots(tx, request, { from, days })
      })
    },

    hold: async (
      { slug, items, ...request }: Omit<Inputs['hold'], 'items'> & { items: RequestedItem[] },
      { address }: Origin,
    ): Promise<PageVisit> => {
      await limits.countHold(address)
      const work = async (tx: TenantTx) => {
        const location = await findPlace(tx, request.locationID)
        return describeVisit(
          deps,
          tx,
          await holdForPage(tx, location, { ...request, items: await checkItems(tx, items) }),
        )
      }
      // Of two requests with one client id at once, the second finds the hold of the first.
      return onPage(slug, work).catch((error: unknown) => {
        if (violates(error, 'bookings_client_id')) return onPage(slug, work)
        throw error
      })
    },

    sendCode: async (
      { slug, ...request }: Parameters<typeof sendCode>[3] & { slug: string },
      { address }: Origin,
    ): Promise<{ phone: string }> => {
      await limits.countRead(address)
      const pageUrl = deps.publicUrl() + BOOKING_PAGE_PATH + slug
      return sendCode(deps, limits, await findPageOwner(directory, slug), request, { address, pageUrl })
    },

    book: async (
      { slug, ...request }: Inputs['book'],
      { address }: Origin,
    ): Promise<{ token: string | null; visit: PageVisit }> => {
      await limits.countRead(address)
      const tenant = await findPageOwner(directory, slug)
      const { id, isBooked } = await bookProved(deps, tenant, request)
      return inTenant(tenant, async (tx) => ({
        token: isBooked ? signVisit(secrets.visitKey, { ...tenant, id }) : null,
        visit: await describeVisit(deps, tx, isBooked ? await lockOwnVisit(tx, id) : await lockHeld(tx, request)),
      }))
    },

    pay: async (
      { slug, ...request }: Inputs['pay'],
      { address }: Origin,
    ): Promise<{ url: string; visit: PageVisit }> => {
      await limits.countRead(address)
      return payHeld(deps, await findPageOwner(directory, slug), { ...request, slug })
    },

    release: async (
      { slug, clientBookingId }: Inputs['release'],
      { address }: Origin,
    ): Promise<{ isReleased: boolean }> => {
      await limits.countRead(address)
      return onPage(slug, async (tx) => ({ isReleased: await releaseHeld(tx, clientBookingId) }))
    },

    getVisit: async (token: string, { address }: Origin): Promise<PageVisit> => {
      await limits.countRead(address)
      return ofVisit(token, async (tx, id) => describeVisit(deps, tx, await lockOwnVisit(tx, id)))
    },

    /** A visit, and the sites whose frames it may have been booked in. */
    openVisit: async (
      token: string,
      { address }: Origin,
    ): Promise<{ visit: PageVisit; embeddingSites: readonly string[] }> => {
      await limits.countRead(address)
      return ofVisit(token, async (tx, id) => ({
        visit: await describeVisit(deps, tx, await lockOwnVisit(tx, id)),
        // Texts link to visits whether people can book online or not.
        embeddingSites: (await readBookingConfigs(tx)).page.embeddingSites,
      }))
    },

    visitSlots: async ({ token, from, days }: { token: string } & Days, { address }: Origin) => {
      await limits.countRead(address)
      return ofVisit(token, async (tx, id) => {
        const row = await lockOwnVisit(tx, id)
        const location = { id: row.locationId, timeZone: row.timeZone }
        return listSlots(tx, { location, items: await itemsOfVisit(tx, row), bookingId: id }, { from, days })
      })
    },

    reschedule: ({ token, ...move }: Inputs['reschedule']): Promise<PageVisit> =>
      changing(token, (tx, id) => moveVisit(deps, tx, { ...move, id })),

    cancel: ({ token, version, reason = '' }: Inputs['cancel']): Promise<PageVisit> =>
      changing(token, (tx, id) => cancelVisit(deps, tx, { id, version, reason })),

    updateArrival: ({ token, arrival, lateMinutes = null }: ArrivalRequest): Promise<PageVisit> =>
      changing(token, (tx, id) => arriveAtVisit(deps, tx, { id, arrival, lateMinutes })),
  }
}
export type PageOperations = ReturnType<typeof pageOperations>

type ArrivalRequest = Omit<Inputs['updateArrival'], 'lateMinutes'> & { lateMinutes?: number | null | undefined }

/** Free times, without how full they are. */
async function listSlots(
  tx: TenantTx,
  request: Omit<Parameters<typeof findSlots>[1], 'viewer' | 'starts'>,
  { from, days }: Days,
): Promise<{ timeZone: string; slots: PageSlot[] }> {
  const { timeZone } = request.location
  const slots = await findSlots(tx, {
    ...{ ...request, viewer: null, starts: daysFrom(timeZone, from, days), isOnline: true },
  })
  return { timeZone, slots: slots.map(({ startsOnUtc, endsOnUtc }) => ({ startsOnUtc, endsOnUtc })) }
}
