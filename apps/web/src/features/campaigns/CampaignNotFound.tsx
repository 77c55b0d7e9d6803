import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconSpeakerphone } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { errorCode } from '../../lib/error-code.ts'
import { useTitle } from '../../ui/layout/use-title.ts'
import { EmptyState } from '../../ui/state/EmptyState.tsx'

/** Whether a campaign could not be loaded because there is none, or because its address is mistyped. */
export const isCampaignMissing = ({ data, error }: { data: unknown; error: unknown }): boolean => {
  const code = errorCode(error)
  return data === undefined && (code === 'CampaignNotFound' || code === 'InvalidInput')
}

export function CampaignNotFound() {
  const { t } = useLingui()
  useTitle(t`Campaign`)
  return (
    <main style={{ height: '100%' }}>
      <EmptyState
        isScreen
        icon={<IconSpeakerphone size={28} stroke={1.5} />}
        title={t`We can’t find this campaign`}
        text={t`It was deleted, or you don’t have access to it.`}
        action={
          <Button size="xs" variant="default" component={Link} to="/marketing">
            <Trans>Back to campaigns</Trans>
          </Button>
        }
      />
    </main>
  )
}
