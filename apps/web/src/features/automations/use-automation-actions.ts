import type { Automation } from '@frontdesk/contract/api'
import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { confirm } from '../../ui/modal/confirm.ts'
import { useFailureToast } from '../../ui/toast/use-failure-toast.ts'
import { AUTOMATIONS_KEY, applyAutomation } from './queries.ts'

/** Actions on an automation besides editing it. */
export function useAutomationActions({ id, name }: Pick<Automation, 'id' | 'name'>, onDeleted?: () => void) {
  const { t } = useLingui()
  const cache = useQueryClient()
  const showFailure = useFailureToast()
  return {
    setEnabled: async (isEnabled: boolean) => {
      try {
        await applyAutomation(cache, (await api.automations.setEnabled({ id, isEnabled })).data)
      } catch (error) {
        showFailure(error)
        await cache.invalidateQueries({ queryKey: AUTOMATIONS_KEY })
      }
    },
    remove: () =>
      confirm({
        title: t`Delete ${name}?`,
        text: t`It stops, and its log is deleted. Texts it sent stay in their conversations. This can’t be undone.`,
        confirmLabel: t`Delete automation`,
        act: async () => {
          await api.automations.delete({ id })
          onDeleted?.()
          await cache.invalidateQueries({ queryKey: AUTOMATIONS_KEY })
        },
      }),
  }
}
