import type { Campaign } from '@frontdesk/contract/api'
import { isCampaignEditable } from '@frontdesk/contract/rules'
import { Plural, Trans } from '@lingui/react/macro'
import { Alert, Button, Group } from '@mantine/core'
import { IconClockExclamation } from '@tabler/icons-react'
import { useSession } from '../../lib/session/session.ts'
import { useCampaignActions } from './use-campaign-actions.ts'

/** Asks what to do with the texts of a running campaign that missed their time. */
export function MissedTexts({ campaign }: { campaign: Campaign }) {
  const { sendMissed, skipMissed } = useCampaignActions(campaign)
  const isViewingAs = Boolean(useSession()?.viewingAs)
  const { status, problem, missed, canSend } = campaign
  if (problem !== 'late' || isCampaignEditable(status)) return null
  return (
    <Alert color="yellow" variant="light" icon={<IconClockExclamation size={16} />} role="status" mb="md">
      {missed > 0 ? (
        <Plural
          value={missed}
          one="# person didn’t get their text on time because Frontdesk wasn’t running. It’s held until you decide."
          other="# people didn’t get their text on time because Frontdesk wasn’t running. They’re held until you decide."
        />
      ) : (
        <Trans>Some texts weren’t sent on time because Frontdesk wasn’t running. They’re held until you decide.</Trans>
      )}
      {canSend && !isViewingAs && (
        <Group gap="xs" mt="xs">
          <Button size="xs" onClick={sendMissed}>
            {status === 'paused' ? <Trans>Send when resumed…</Trans> : <Trans>Send now…</Trans>}
          </Button>
          <Button size="xs" variant="default" onClick={skipMissed}>
            <Trans>Skip them…</Trans>
          </Button>
        </Group>
      )}
    </Alert>
  )
}
