import type { BookingService } from '@frontdesk/contract/api'
import { can, HOLDING_STATUSES } from '@frontdesk/contract/rules'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { bookingServicesQuery } from '../../entities/booking-service/queries.ts'
import { api } from '../../lib/api.ts'
import { serverInstant } from '../../lib/server-time.ts'
import { useSession } from '../../lib/session/session.ts'
import { useMe } from '../../lib/session/use-me.ts'
import { confirm } from '../../ui/modal/confirm.ts'
import { useFailureToast } from '../../ui/toast/use-failure-toast.ts'

/** Bookings that are counted before a service is archived. */
const COUNTED_MAX = 100

/** Whether the viewer may add services. */
export function useMayAddServices(): boolean {
  const isViewingAs = Boolean(useSession()?.viewingAs)
  return can(useMe(), 'admin_manage_settings') && !isViewingAs
}

/** Whether the viewer may change a service, which requires access to all its locations. */
export function useMayEditService(): (service: Pick<BookingService, 'locationIDs'>) => boolean {
  const mayAdd = useMayAddServices()
  const { locationIds } = useMe()
  return ({ locationIDs }) =>
    mayAdd && (locationIds === null || (locationIDs.length > 0 && locationIDs.every((id) => locationIds.includes(id))))
}

/** Actions on a service besides editing it. */
export function useServiceActions({ id, name }: Pick<BookingService, 'id' | 'name'>) {
  const { t } = useLingui()
  const cache = useQueryClient()
  const showFailure = useFailureToast()
  const setArchived = async (isArchived: boolean) => {
    await api.bookingServices.setArchived({ id, isArchived })
    await cache.invalidateQueries({ queryKey: bookingServicesQuery.queryKey })
  }
  return {
    archive: async () => {
      try {
        const { data, paging } = await api.bookings.getList({
          startDateTimeUTC: serverInstant(),
          serviceIDs: [id],
          statuses: [...HOLDING_STATUSES],
          pageSize: COUNTED_MAX,
        })
        const count = data.bookings.length
        const stay = paging.hasNextPage
          ? t`More than ${count} upcoming bookings of it stay as they are.`
          : plural(count, {
              0: 'It has no upcoming bookings.',
              one: 'Its # upcoming booking stays as it is.',
              other: 'Its # upcoming bookings stay as they are.',
            })
        confirm({
          title: t`Archive ${name}?`,
          text: t`It can no longer be booked. ${stay} You can restore it at any time.`,
          confirmLabel: t`Archive service`,
          isDestructive: false,
          act: () => setArchived(true),
        })
      } catch (error) {
        await showFailure(error)
      }
    },
    restore: async () => {
      try {
        await setArchived(false)
      } catch (error) {
        await showFailure(error)
      }
    },
  }
}
