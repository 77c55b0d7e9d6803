import type { Campaign } from '@frontdesk/contract/api'
import { isCampaignEditable } from '@frontdesk/contract/rules'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useSession } from '../../lib/session/session.ts'
import { CampaignStatusBox } from './CampaignStatusBox.tsx'
import classes from './Campaigns.module.css'
import { useCampaignActions } from './use-campaign-actions.ts'

/** Why a campaign cannot be edited, and what can be done instead. */
export function NotEditableNote({ campaign }: { campaign: Campaign }) {
  const isViewingAs = Boolean(useSession()?.viewingAs)
  const { returnToDraft } = useCampaignActions(campaign)
  const { id, status, canSend } = campaign
  const isPlanned = status === 'scheduled' || status === 'needs-approval'
  return (
    <div className={classes.note} role="status">
      <CampaignStatusBox campaign={campaign} />
      <span>
        {isPlanned ? (
          <Trans>To change it, move it back to draft. It won’t be sent until you send or schedule it again.</Trans>
        ) : isCampaignEditable(status) ? (
          <Trans>Only teammates with access to all locations can change it.</Trans>
        ) : (
          <Trans>It was sent, so it can’t be changed anymore.</Trans>
        )}
      </span>
      {isPlanned && canSend && !isViewingAs && (
        <Button size="xs" variant="default" onClick={() => void returnToDraft()}>
          <Trans>Back to draft</Trans>
        </Button>
      )}
      <Button
        size="xs"
        variant="default"
        renderRoot={(props) => (
          <Link {...props} to="/marketing/campaign-metrics/$campaignID" params={{ campaignID: id }} />
        )}
      >
        <Trans>Metrics</Trans>
      </Button>
    </div>
  )
}
