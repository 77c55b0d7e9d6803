import type { Booking } from '@frontdesk/contract/api'
import { type BookingStatus, can } from '@frontdesk/contract/rules'
import { useLingui } from '@lingui/react/macro'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { BOOKINGS_KEY, paymentOfVisit } from '../../entities/booking/queries.ts'
import { api } from '../../lib/api.ts'
import { serverInstant } from '../../lib/server-time.ts'
import { useMe } from '../../lib/session/use-me.ts'
import { errorTextOf } from '../../ui/form/use-error-text.ts'
import { openModal } from '../../ui/modal/modals.ts'
import { showToast } from '../../ui/toast/toasts.ts'
import { keepFocusOn } from './use-kept-focus.ts'

type Change = { booking: Booking } & (
  | { status: BookingStatus; tellsContact?: boolean }
  | { isOnTheWay: boolean; lateMinutes: number | null }
)

/** Opens the dialog for the no-show fee, if the contact agreed to one. */
async function offerFee(cache: QueryClient, booking: Booking): Promise<void> {
  const { fee, terms } = await cache.fetchQuery({ ...paymentOfVisit(booking.id), staleTime: 0 })
  if (fee && terms) openModal('charge-no-show-fee', { booking, fee, currency: terms.currency })
}

/** Status changes at the desk, with one tap each. Failures are shown in a toast. */
export function useDeskActions() {
  const { t } = useLingui()
  const cache = useQueryClient()
  const mayCharge = can(useMe(), 'payments_manage')
  const change = useMutation({
    mutationFn: ({ booking: { id, version }, ...rest }: Change) =>
      'status' in rest
        ? api.bookings.updateStatus({ id, version, ...rest })
        : api.bookings.updateArrival({ id, version, ...rest }),
    onError: async (error, { booking: { id } }) =>
      showToast({ id, title: t`Not saved`, text: await errorTextOf(error), kind: 'failure' }),
    onSuccess: async (_, request) => {
      if ('status' in request && request.status === 'no-show' && mayCharge) await offerFee(cache, request.booking)
    },
    onSettled: () => cache.invalidateQueries({ queryKey: BOOKINGS_KEY }),
  })
  const run = (request: Change) => {
    keepFocusOn(request.booking.id)
    change.mutate(request)
  }
  return {
    isChanging: (id: string) => change.isPending && change.variables.booking.id === id,
    setStatus: (booking: Booking, status: BookingStatus) => run({ booking, status }),
    /** Also texts the contact, who waits for the answer, unless the time has passed. */
    approve: (booking: Booking) =>
      run({ booking, status: 'booked', tellsContact: booking.startsOnUtc > serverInstant() }),
    setOnTheWay: (booking: Booking) => run({ booking, isOnTheWay: true, lateMinutes: null }),
    setLate: (booking: Booking, lateMinutes: number) => run({ booking, isOnTheWay: true, lateMinutes }),
    setExpected: (booking: Booking) => run({ booking, isOnTheWay: false, lateMinutes: null }),
  }
}
