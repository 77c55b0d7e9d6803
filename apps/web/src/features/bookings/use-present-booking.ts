import type { Booking } from '@frontdesk/contract/api'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { bookingById } from '../../entities/booking/queries.ts'
import { errorCode } from '../../lib/error-code.ts'

/**
 * The visit of a dialog, as it was when the dialog opened, so that nobody changes a visit in a state that they have not
 * seen. It is refetched only if the server rejects a change because the visit has changed.
 */
export function usePresentBooking(opened: Booking) {
  const cache = useQueryClient()
  const [booking, setBooking] = useState(opened)
  const onConflict = async (error: unknown) => {
    const code = errorCode(error)
    if (code === 'ChangedMeanwhile' || code === 'BookingStatusWrong')
      setBooking(await cache.fetchQuery({ ...bookingById(opened.id), staleTime: 0 }))
    return undefined
  }
  return { booking, onConflict }
}
