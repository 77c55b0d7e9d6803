import { AppError } from '../../platform/errors.ts'
import { type Api, inTransaction } from '../../platform/http/api.ts'
import { wrap } from '../../platform/http/wrap.ts'
import { readInstant } from '../../platform/paging.ts'
import { accessContact } from '../contacts/index.ts'
import { findLocation } from '../locations/index.ts'
import { explain } from './availability/explain.ts'
import { findSlots } from './availability/find-slots.ts'
import { daysFrom } from './availability/local-time.ts'
import { findOpenTimes } from './availability/open-times.ts'
import { findOutsideHours } from './availability/outside-hours.ts'
import { cancelBooking, updateArrival, updateNote, updateStatus } from './change-booking.ts'
import { checkAnswers } from './check-answers.ts'
import { createBooking, holdTime } from './create-booking.ts'
import type { BookingDeps } from './deps.ts'
import { exportBookings } from './export-bookings.ts'
import { idempotentBooking } from './idempotent-booking.ts'
import { countNoShows } from './no-shows.ts'
import { countBookings, getBooking, getCalendar, listBookings } from './queries.ts'
import { rescheduleBooking } from './reschedule-booking.ts'
import { undoReschedule } from './undo-reschedule.ts'

export function bookingRoutes(api: Api, services: BookingDeps) {
  const transaction = inTransaction(services)
  // The transactions that book are long, and planning their statements would take most of their time.
  const idempotent = idempotentBooking(inTransaction(services, { prepares: true }))
  return {
    getList: api.bookings.getList.handler(
      transaction(async (tx, { actor, input }) => {
        const { bookings, paging } = await listBookings(tx, actor, input)
        return { ...wrap({ bookings }), paging }
      }),
    ),
    getStats: api.bookings.getStats.handler(
      transaction(async (tx, { actor, input }) => wrap(await countBookings(tx, actor, input))),
    ),
    getCalendar: api.bookings.getCalendar.handler(
      transaction(async (tx, { actor, input }) => wrap(await getCalendar(tx, actor, input))),
    ),
    get: api.bookings.get.handler(
      transaction(async (tx, { actor, input: { id } }) => wrap(await getBooking(tx, actor, id))),
    ),
    getNoShows: api.bookings.getNoShows.handler(
      transaction(async (tx, { actor, input }) => {
        const { id } = await accessContact(tx, actor, input.contactID)
        return wrap(await countNoShows(tx, id, actor))
      }),
    ),
    hold: api.bookings.hold.handler(idempotent(async (tx, { actor, input }) => wrap(await holdTime(tx, actor, input)))),
    create: api.bookings.create.handler(
      idempotent(async (tx, { actor, input }) => {
        const serviceIds = input.items.map(({ serviceID }) => serviceID)
        const answers = await checkAnswers(tx, serviceIds, input)
        return wrap(await createBooking(services, tx, actor, { ...input, answers }))
      }),
    ),
    update: api.bookings.update.handler(
      transaction(async (tx, { actor, input }) => wrap(await updateNote(tx, actor, input))),
    ),
    reschedule: api.bookings.reschedule.handler(
      transaction(async (tx, { actor, input }) => wrap(await rescheduleBooking(services, tx, actor, input))),
    ),
    undoReschedule: api.bookings.undoReschedule.handler(
      transaction(async (tx, { actor, input }) => wrap(await undoReschedule(services, tx, actor, input))),
    ),
    cancel: api.bookings.cancel.handler(
      transaction(async (tx, { actor, input }) => wrap(await cancelBooking(services, tx, actor, input))),
    ),
    updateStatus: api.bookings.updateStatus.handler(
      transaction(async (tx, { actor, input }) => wrap(await updateStatus(services, tx, actor, input))),
    ),
    updateArrival: api.bookings.updateArrival.handler(
      transaction(async (tx, { actor, input }) => wrap(await updateArrival(tx, actor, input))),
    ),
    export: api.bookings.export.handler(
      transaction(async (tx, { actor, input }) => ({ url: await exportBookings(services, tx, actor, input.criteria) })),
    ),
  }
}

export function availabilityRoutes(api: Api, services: BookingDeps) {
  const transaction = inTransaction(services)
  return {
    slots: api.availability.slots.handler(
      transaction(async (tx, { actor, input }) => {
        const { locationID, items, from, days, bookingID, isOnline } = input
        const location = await findLocation(tx, actor, locationID)
        if (!location) throw new AppError('LocationNotFound')
        if (bookingID !== undefined) await getBooking(tx, actor, bookingID)
        const starts = daysFrom(location.timeZone, from, days)
        const slots = await findSlots(tx, {
          ...{ viewer: actor, location, items, starts, bookingId: bookingID ?? null, isOnline },
        })
        return wrap({ timeZone: location.timeZone, slots })
      }),
    ),
    openTimes: api.availability.openTimes.handler(
      transaction(async (tx, { actor, input: { locationID, from, days } }) => {
        const location = await findLocation(tx, actor, locationID)
        if (!location) throw new AppError('LocationNotFound')
        return wrap({ resources: await findOpenTimes(tx, location, daysFrom(location.timeZone, from, days)) })
      }),
    ),
    outsideHours: api.availability.outsideHours.handler(
      transaction(async (tx, { actor, input: { locationID, ...hours } }) => {
        const location = await findLocation(tx, actor, locationID)
        if (!location) throw new AppError('LocationNotFound')
        return wrap({ bookingIDs: await findOutsideHours(tx, actor, location, hours) })
      }),
    ),
    explain: api.availability.explain.handler(
      transaction(async (tx, { actor, input }) => {
        const { locationID, items, contactID } = input
        const location = await findLocation(tx, actor, locationID)
        if (!location) throw new AppError('LocationNotFound')
        const start = Date.parse(readInstant(input.startsOnUtc, 'startsOnUtc'))
        // The explanation tells about limits of the contact, so the actor has to see the contact.
        if (contactID !== undefined) await accessContact(tx, actor, contactID)
        return wrap(await explain(tx, actor, { location, items, contactId: contactID ?? null }, start))
      }),
    ),
  }
}
