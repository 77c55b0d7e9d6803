import type { Booking } from '@frontdesk/contract/api'
import type { BookingStatus } from '@frontdesk/contract/rules'
import { useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { BOOKINGS_KEY } from '../../entities/booking/queries.ts'
import { api } from '../../lib/api.ts'
import { errorTextOf } from '../../ui/form/use-error-text.ts'
import { showToast } from '../../ui/toast/toasts.ts'

type Change = { booking: Booking } & ({ status: BookingStatus } | { isOnTheWay: boolean; lateMinutes: number | null })

/** What happens at the desk, one tap each. What fails is said and taken back. */
export function useDeskActions() {
  const { t } = useLingui()
  const cache = useQueryClient()
  const change = useMutation({
    mutationFn: ({ booking: { id, version }, ...rest }: Change) =>
      'status' in rest
        ? api.bookings.updateStatus({ id, version, status: rest.status })
        : api.bookings.updateArrival({ id, version, ...rest }),
    onError: async (error, { booking: { id } }) =>
      showToast({ id, title: t`Not saved`, text: await errorTextOf(error), kind: 'failure' }),
    onSettled: () => cache.invalidateQueries({ queryKey: BOOKINGS_KEY }),
  })
  return {
    isChanging: (id: string) => change.isPending && change.variables.booking.id === id,
    setStatus: (booking: Booking, status: BookingStatus) => change.mutate({ booking, status }),
    setOnTheWay: (booking: Booking) => change.mutate({ booking, isOnTheWay: true, lateMinutes: null }),
    setLate: (booking: Booking, lateMinutes: number) => change.mutate({ booking, isOnTheWay: true, lateMinutes }),
    setExpected: (booking: Booking) => change.mutate({ booking, isOnTheWay: false, lateMinutes: null }),
  }
}
