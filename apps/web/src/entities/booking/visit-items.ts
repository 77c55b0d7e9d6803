import type { BookingService } from '@frontdesk/contract/api'

/** A service as it is asked for, with those that are booked together with it. */
export const visitItems = (
  { id, followOns, resourceIDs }: BookingService,
  { durationMinutes = null, resourceID }: { durationMinutes?: string | null; resourceID: string | null },
) => [
  {
    serviceID: id,
    ...(durationMinutes !== null && { durationMinutes: Number(durationMinutes) }),
    ...(resourceID !== null && resourceIDs.includes(resourceID) && { resourceIDs: [resourceID] }),
  },
  ...followOns.map(({ serviceID, gapMinutes }) => ({ serviceID, gapMinutes })),
]
