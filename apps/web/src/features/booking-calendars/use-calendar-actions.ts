import type { CalendarConnection } from '@frontdesk/contract/api'
import { useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CALENDARS_KEY } from '../../entities/booking-calendar/queries.ts'
import { api } from '../../lib/api.ts'
import { confirm } from '../../ui/modal/confirm.ts'

/** Actions on the feeds of a resource or a location. */
export function useFeedActions(of: { resourceID: string } | { locationID: string }) {
  const { t } = useLingui()
  const cache = useQueryClient()
  const refetch = () => cache.invalidateQueries({ queryKey: CALENDARS_KEY })
  const addingFeed = useMutation({
    mutationFn: async () => {
      await api.bookingCalendars.addFeed(of)
      await refetch()
    },
  })
  return {
    addingFeed,
    revokeFeed: (id: string) =>
      confirm({
        title: t`Revoke this address?`,
        text: t`Calendar apps that use it no longer get your bookings.`,
        confirmLabel: t`Revoke`,
        act: async () => {
          await api.bookingCalendars.revokeFeed({ id })
          await refetch()
        },
      }),
  }
}

/** Actions on the calendars of a resource. */
export function useCalendarActions(resourceID: string) {
  const { t } = useLingui()
  const cache = useQueryClient()
  const refetch = () => cache.invalidateQueries({ queryKey: CALENDARS_KEY })
  const connecting = useMutation({
    mutationFn: async (connectionID?: string) => {
      const { data } = await api.bookingCalendars.start({ resourceID, ...(connectionID && { connectionID }) })
      location.assign(data.url)
    },
  })
  const choosing = useMutation({
    mutationFn: async (choice: { id: string; isBlocking: boolean; isWritten: boolean }) => {
      await api.bookingCalendars.choose(choice)
      await refetch()
    },
  })
  return {
    connecting,
    choosing,
    disconnect: ({ id, name }: Pick<CalendarConnection, 'id' | 'name'>) =>
      confirm({
        title: t`Disconnect ${name}?`,
        text: t`Its events no longer block times, and upcoming bookings are deleted from it. The bookings themselves stay.`,
        confirmLabel: t`Disconnect`,
        act: async () => {
          await api.bookingCalendars.disconnect({ id })
          await refetch()
        },
      }),
  }
}
