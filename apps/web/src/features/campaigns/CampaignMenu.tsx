import type { Campaign } from '@frontdesk/contract/api'
import { isCampaignEditable } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { Menu } from '@mantine/core'
import {
  IconArrowBackUp,
  IconChartBar,
  IconCheck,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerStop,
  IconSend,
  IconTrash,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useSession } from '../../lib/session/session.ts'
import { RowMenu } from '../../ui/table/RowMenu.tsx'
import { useCampaignActions } from './use-campaign-actions.ts'

interface Props {
  campaign: Campaign
  onSend: (id: string) => void
}

/** Actions on a campaign in the list. */
export function CampaignMenu({ campaign, onSend }: Props) {
  const { t } = useLingui()
  const { stop, pause, resume, approve, returnToDraft, remove } = useCampaignActions(campaign)
  const mayAct = !useSession()?.viewingAs
  const { id, name, status, canEdit, canSend, canStop, canResume, canApprove } = campaign
  const isEditable = isCampaignEditable(status)
  const isPlanned = status === 'scheduled' || status === 'needs-approval'
  const isUnsent = isEditable || isPlanned
  return (
    <RowMenu label={t`Actions for ${name}`} width={200}>
      {mayAct && canEdit && isEditable && (
        <Menu.Item
          leftSection={<IconPencil size={16} />}
          renderRoot={(props) => (
            <Link {...props} to="/marketing/create-campaign/$campaignID" params={{ campaignID: id }} />
          )}
        >
          <Trans>Edit</Trans>
        </Menu.Item>
      )}
      {mayAct && canSend && isEditable && (
        <Menu.Item leftSection={<IconSend size={16} />} onClick={() => onSend(id)}>
          <Trans>Send…</Trans>
        </Menu.Item>
      )}
      {mayAct && canApprove && (
        <Menu.Item leftSection={<IconCheck size={16} />} onClick={approve}>
          <Trans>Approve…</Trans>
        </Menu.Item>
      )}
      {mayAct && canStop && status === 'running' && (
        <Menu.Item leftSection={<IconPlayerPause size={16} />} onClick={pause}>
          <Trans>Pause</Trans>
        </Menu.Item>
      )}
      {mayAct && canResume && (
        <Menu.Item leftSection={<IconPlayerPlay size={16} />} onClick={resume}>
          <Trans>Resume</Trans>
        </Menu.Item>
      )}
      {mayAct && canStop && (
        <Menu.Item leftSection={<IconPlayerStop size={16} />} onClick={stop}>
          <Trans>Stop…</Trans>
        </Menu.Item>
      )}
      {mayAct && canSend && isPlanned && (
        <Menu.Item leftSection={<IconArrowBackUp size={16} />} onClick={returnToDraft}>
          <Trans>Back to draft</Trans>
        </Menu.Item>
      )}
      <Menu.Item
        leftSection={<IconChartBar size={16} />}
        renderRoot={(props) => (
          <Link {...props} to="/marketing/campaign-metrics/$campaignID" params={{ campaignID: id }} />
        )}
      >
        <Trans>Metrics</Trans>
      </Menu.Item>
      {mayAct && canEdit && isUnsent && (
        <Menu.Item color="var(--fd-danger)" leftSection={<IconTrash size={16} />} onClick={remove}>
          <Trans>Delete…</Trans>
        </Menu.Item>
      )}
    </RowMenu>
  )
}
