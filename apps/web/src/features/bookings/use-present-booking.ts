import type { Booking } from '@frontdesk/contract/api'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { bookingById } from '../../entities/booking/queries.ts'
import { errorCode } from '../../lib/error-code.ts'

/**
 * The visit that a dialog is about, as it was when the dialog opened. If the server rejects a change because someone else
 * changed the visit, it is fetched again. It is not updated otherwise, so that nobody changes a visit in a state that they
 * have not seen.
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
