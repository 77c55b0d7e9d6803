import type { BookingService } from '@frontdesk/contract/api'
import { expect, test } from 'vitest'
import { bookableServices } from './queries.ts'

const service = (id: string, followOnIDs: string[], isArchived = false): BookingService => ({
  ...{ id, isArchived, version: 1, upcomingBookings: null, name: id, description: '', color: '#0070ac' },
  ...{ durations: [30], priceAmount: null, currency: 'USD', paymentKind: 'none', deposit: null },
  ...{ bufferBeforeMinutes: 0, bufferAfterMinutes: 0, noticeMinutes: 0, horizonDays: 60, stepMinutes: 30 },
  ...{ dayMax: null, personMax: null, seats: 1, isOnline: true, requiresApproval: false, pictureURL: null },
  ...{ questions: [], locationIDs: [], resourceIDs: [] },
  followOns: followOnIDs.map((serviceID) => ({ serviceID, gapMinutes: 0 })),
})

test('a service is booked without those of its follow-on services that were archived', () => {
  const services = [service('color', ['rinse', 'dry']), service('rinse', [], true), service('dry', [])]
  expect(
    bookableServices(services).map(({ id, followOns }) => [id, followOns.map(({ serviceID }) => serviceID)]),
  ).toEqual([
    ['color', ['dry']],
    ['dry', []],
  ])
})
