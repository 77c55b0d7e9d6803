import type { PaymentConfigs } from '@frontdesk/contract/api'
import { useQueryClient } from '@tanstack/react-query'
import { paymentConfigsQuery } from '../../entities/payment-configs/queries.ts'
import { api } from '../../lib/api.ts'
import { useSavedDraft } from '../../ui/form/use-saved-draft.ts'

type Configs = Omit<PaymentConfigs, 'version'>

/** One autosaved part of the settings of payments. */
export function useConfigDraft<Name extends keyof Configs>(
  name: Name,
  stored: PaymentConfigs,
  isValid: (value: Configs[Name]) => boolean = () => true,
) {
  const cache = useQueryClient()
  const { queryKey } = paymentConfigsQuery
  return useSavedDraft<Configs[Name]>({
    stored: stored[name],
    queryKey,
    isValid,
    save: async (value) => {
      const { version } = cache.getQueryData(queryKey) ?? stored
      const { data } = await api.paymentConfigs.save({ [name]: value, version })
      cache.setQueryData(queryKey, data)
    },
  })
}
