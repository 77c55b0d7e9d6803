import { DEFAULT_BOOKING_CONFIGS } from '@frontdesk/contract/rules'
import { saveBookingConfigs } from '../modules/booking-configs/index.ts'
import { saveResource } from '../modules/booking-resources/index.ts'
import { saveService } from '../modules/booking-services/index.ts'
import { addEntry } from '../modules/booking-waitlist/index.ts'
import { type BookingDeps, createBooking } from '../modules/bookings/index.ts'
import type { Actor } from '../platform/actor.ts'
import { newId } from '../platform/ids.ts'

interface Place {
  locationID: string
  timeZone: string
  /** The teammates who treat patients. */
  userIds: string[]
}

const SERVICES = [
  { key: 'cleaning', name: 'Cleaning', color: '#0070ac', durations: [45], priceAmount: 12_000, bufferAfterMinutes: 10 },
  { key: 'checkup', name: 'Checkup', color: '#007e4c', durations: [30, 45], priceAmount: 9000, bufferAfterMinutes: 5 },
  {
    key: 'crown',
    name: 'Crown fitting',
    color: '#7256aa',
    durations: [60, 90],
    priceAmount: 95_000,
    bufferAfterMinutes: 15,
    paymentKind: 'deposit',
    deposit: { kind: 'percent', rate: 20_000 },
  },
  {
    key: 'whitening',
    name: 'Whitening',
    color: '#b35900',
    durations: [60],
    priceAmount: 25_000,
    bufferAfterMinutes: 10,
    paymentKind: 'card',
  },
] as const

/** Visits around today: days from today, wall time, service, who treats them, and the patient. */
const VISITS = [
  [0, '09:00', 'cleaning', 0, 'Maya Chen', '+12065550142'],
  [0, '10:30', 'checkup', 1, 'Priya Nair', '+12065550301'],
  [0, '13:00', 'crown', 0, 'Robert Alvarez', '+12065550117'],
  [0, '15:00', 'cleaning', 1, 'Tom Becker', '+12065550302'],
  [1, '09:30', 'checkup', 0, 'Lena Fischer', '+12065550303'],
  [1, '11:00', 'cleaning', 1, 'Sam Wright', '+12065550304'],
  [2, '14:00', 'cleaning', 0, 'Ida Moreno', '+12065550305'],
  [3, '15:15', 'checkup', 0, 'Joy Park', '+12065550306'],
] as const

/** Waitlist entries: service, days from today, weekdays, earliest and latest start, and the patient. */
const WAITING = [
  ['crown', [0, 14], [], null, '12:00', 'Nora Lindqvist', '+12065550307'],
  ['cleaning', [0, 7], ['tuesday', 'thursday'], '15:00', null, 'Joy Park', '+12065550306'],
] as const

/** Services, a treatment room, a waitlist, and visits of the demo business around today. */
export async function seedBookings(
  deps: BookingDeps,
  owner: Actor,
  { locationID, timeZone, userIds }: Place,
): Promise<void> {
  const today = Temporal.Instant.from(deps.now()).toZonedDateTimeISO(timeZone).toPlainDate()
  await deps.inTenant(owner, async (tx) => {
    const blank = { name: '', locationID: null, userID: null }
    await saveBookingConfigs(tx, owner, {
      version: 0,
      payments: { refundCutOffMinutes: 24 * 60, noShowFee: { kind: 'percent', rate: 50_000 } },
      page: {
        ...DEFAULT_BOOKING_CONFIGS.page,
        isOnline: true,
        slug: 'harbor-dental',
        intro: 'Choose what you need. We text you a code to confirm your number.',
        color: '#0070ac',
      },
    })
    const teammates: string[] = []
    for (const userID of userIds)
      teammates.push((await saveResource(tx, owner, { ...blank, kind: 'teammate', userID })).id)
    const { id: room } = await saveResource(tx, owner, { ...blank, kind: 'room', name: 'Room 1', locationID })
    const services = new Map<string, string>()
    for (const { key, ...service } of SERVICES) {
      const { id } = await saveService(tx, owner, {
        ...{
          description: '',
          pictureURL: null,
          bufferBeforeMinutes: 0,
          noticeMinutes: 60,
          horizonDays: 90,
          stepMinutes: 15,
        },
        ...{
          dayMax: null,
          personMax: null,
          seats: 1,
          questions: [],
          followOns: [],
          isOnline: true,
          requiresApproval: false,
          paymentKind: 'none',
          deposit: null,
          locationIDs: [locationID],
        },
        ...service,
        durations: [...service.durations],
        resourceIDs: [...teammates, ...(key === 'crown' ? [room] : [])],
      })
      services.set(key, id)
    }
    for (const [days, time, key, teammate, name, phone] of VISITS) {
      const start = today.add({ days }).toZonedDateTime({ timeZone, plainTime: time })
      await createBooking(deps, tx, owner, {
        clientBookingId: newId(),
        locationID,
        items: [{ serviceID: services.get(key) ?? '', gapMinutes: 0, resourceIDs: [teammates[teammate] ?? ''] }],
        startsOnUtc: start.toInstant().toString(),
        contact: { name, phone },
        note: '',
        answers: [],
        // Today’s earlier visits are in the past.
        overrides: ['past', 'notice'],
        tellsContact: false,
      })
    }
    for (const [service, [first, last], weekdays, timeFrom, timeUntil, name, phone] of WAITING)
      await addEntry(tx, owner, {
        clientEntryId: newId(),
        locationID,
        items: [{ serviceID: services.get(service) ?? '', gapMinutes: 0, resourceIDs: [] }],
        contact: { name, phone },
        firstDate: today.add({ days: first }).toString(),
        lastDate: today.add({ days: last }).toString(),
        weekdays: [...weekdays],
        timeFrom,
        timeUntil,
      })
  })
}
