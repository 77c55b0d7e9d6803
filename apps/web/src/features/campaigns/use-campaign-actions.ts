import type { Campaign } from '@frontdesk/contract/api'
import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { applyCampaign } from '../../entities/campaign/queries.ts'
import { GROUPS_KEY } from '../../entities/group/queries.ts'
import { api } from '../../lib/api.ts'
import { confirm } from '../../ui/modal/confirm.ts'
import { useFailureToast } from '../../ui/toast/use-failure-toast.ts'
import { useStartText } from './use-start-text.ts'

/** Actions on a campaign besides editing and sending it. */
export function useCampaignActions(campaign: Campaign) {
  const { id, name, version, status } = campaign
  const { t } = useLingui()
  const cache = useQueryClient()
  const start = useStartText(campaign)
  const showFailure = useFailureToast()
  const stop = async () => applyCampaign(cache, (await api.campaigns.stop({ id })).data)
  const attempt = async (act: () => Promise<void>) => {
    try {
      await act()
    } catch (error) {
      showFailure(error)
      await cache.invalidateQueries({ queryKey: GROUPS_KEY })
    }
  }
  return {
    pause: () => attempt(async () => applyCampaign(cache, (await api.campaigns.pause({ id })).data)),
    resume: () => attempt(async () => applyCampaign(cache, (await api.campaigns.resume({ id })).data)),
    approve: () =>
      confirm({
        title: t`Approve ${name}?`,
        text: start,
        confirmLabel: t`Approve`,
        isDestructive: false,
        act: async () => applyCampaign(cache, (await api.campaigns.approve({ id, version })).data),
      }),
    stop: () =>
      confirm({
        title: t`Stop ${name}?`,
        text: t`Anyone who hasn’t gotten it yet won’t. Texts already sent can’t be recalled. You can resume it later for the people who are left.`,
        confirmLabel: t`Stop campaign`,
        act: stop,
      }),
    sendMissed: () =>
      confirm({
        title: status === 'paused' ? t`Send these texts when resumed?` : t`Send these texts now?`,
        text:
          status === 'paused'
            ? t`Everyone who missed theirs gets it once you resume the campaign, or when their quiet hours end.`
            : t`Everyone who missed theirs gets it now, or when their quiet hours end.`,
        confirmLabel: status === 'paused' ? t`Send when resumed` : t`Send now`,
        isDestructive: false,
        act: async () => applyCampaign(cache, (await api.campaigns.decideMissed({ id, action: 'send' })).data),
      }),
    skipMissed: () =>
      confirm({
        title: t`Skip these texts?`,
        text: t`Those who missed theirs won’t get it, nor the follow-ups after it. Everyone else still gets theirs.`,
        confirmLabel: t`Skip them`,
        act: async () => applyCampaign(cache, (await api.campaigns.decideMissed({ id, action: 'skip' })).data),
      }),
    returnToDraft: () => attempt(stop),
    remove: () =>
      confirm({
        title: t`Delete ${name}?`,
        text: t`It hasn’t been sent to anyone. This can’t be undone.`,
        confirmLabel: t`Delete campaign`,
        act: async () => {
          await api.campaigns.delete({ id })
          await cache.invalidateQueries({ queryKey: GROUPS_KEY })
        },
      }),
  }
}
