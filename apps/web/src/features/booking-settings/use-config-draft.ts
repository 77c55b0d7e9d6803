import type { BookingConfigs } from '@frontdesk/contract/api'
import { useQueryClient } from '@tanstack/react-query'
import { bookingConfigsQuery } from '../../entities/booking-configs/queries.ts'
import { api } from '../../lib/api.ts'
import { useSavedDraft } from '../../ui/form/use-saved-draft.ts'

type Configs = Omit<BookingConfigs, 'version'>

/** One autosaved part of the settings of bookings. */
export function useConfigDraft<Name extends keyof Configs>(
  name: Name,
  stored: BookingConfigs,
  isValid: (value: Configs[Name]) => boolean,
) {
  const cache = useQueryClient()
  const { queryKey } = bookingConfigsQuery
  return useSavedDraft<Configs[Name]>({
    stored: stored[name],
    queryKey,
    isValid,
    save: async (value) => {
      const { version } = cache.getQueryData(queryKey) ?? stored
      const { data } = await api.bookingConfigs.save({ [name]: value, version })
      cache.setQueryData(queryKey, data)
    },
  })
}
