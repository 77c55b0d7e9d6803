import type { BookingResource } from '@frontdesk/contract/api'
import { HOLDING_STATUSES } from '@frontdesk/contract/rules'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { bookingResourcesQuery } from '../../entities/booking-resource/queries.ts'
import { api } from '../../lib/api.ts'
import { serverInstant } from '../../lib/server-time.ts'
import { confirm } from '../../ui/modal/confirm.ts'
import { useFailureToast } from '../../ui/toast/use-failure-toast.ts'

/** Bookings that are counted before a resource is archived. */
const COUNTED_MAX = 100

/** Actions on a teammate, a room or equipment besides changing its hours. */
export function useResourceActions({ id, name, kind }: Pick<BookingResource, 'id' | 'name' | 'kind'>) {
  const { t } = useLingui()
  const cache = useQueryClient()
  const showFailure = useFailureToast()
  const setArchived = async (isArchived: boolean) => {
    await api.bookingResources.setArchived({ id, isArchived })
    await cache.invalidateQueries({ queryKey: bookingResourcesQuery.queryKey })
  }
  return {
    archive: async () => {
      try {
        const { data, paging } = await api.bookings.getList({
          startDateTimeUTC: serverInstant(),
          resourceIDs: [id],
          statuses: [...HOLDING_STATUSES],
          pageSize: COUNTED_MAX,
        })
        const count = data.bookings.length
        const stay = paging.hasNextPage
          ? t`More than ${count} upcoming bookings stay as they are.`
          : plural(count, {
              0: 'There are no upcoming bookings.',
              one: '# upcoming booking stays as it is.',
              other: '# upcoming bookings stay as they are.',
            })
        confirm({
          title: kind === 'teammate' ? t`Stop bookings for ${name}?` : t`Archive ${name}?`,
          text: t`${name} can no longer be booked. ${stay} You can restore this at any time.`,
          confirmLabel: kind === 'teammate' ? t`Stop bookings` : t`Archive`,
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
