import type { Campaign } from '@frontdesk/contract/api'
import { isCampaignEditable } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Button } from '@mantine/core'
import {
  IconArrowBackUp,
  IconArrowLeft,
  IconCheck,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerStop,
  IconSend,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { campaignById } from '../../entities/campaign/queries.ts'
import { SentText } from '../../entities/group/SentText.tsx'
import { useLocations } from '../../entities/location/queries.ts'
import { useSession } from '../../lib/session/session.ts'
import { exact, moment } from '../../lib/time.ts'
import { PageLayout, PageSection } from '../../ui/layout/PageLayout.tsx'
import { useIsPhone } from '../../ui/layout/use-viewport.ts'
import { QueryState } from '../../ui/state/QueryState.tsx'
import { Audience } from './AudienceText.tsx'
import { CampaignAttachments } from './CampaignAttachments.tsx'
import { CampaignCost } from './CampaignCost.tsx'
import { CampaignFunnel } from './CampaignFunnel.tsx'
import { CampaignNotFound, isCampaignMissing } from './CampaignNotFound.tsx'
import { CampaignStatusBox } from './CampaignStatusBox.tsx'
import { CampaignSteps } from './CampaignSteps.tsx'
import classes from './Campaigns.module.css'
import { CampaignTrend } from './CampaignTrend.tsx'
import { MissedTexts } from './MissedTexts.tsx'
import { SendCampaignModal } from './SendCampaignModal.tsx'
import { UnsentCampaign } from './UnsentCampaign.tsx'
import { useCampaignActions } from './use-campaign-actions.ts'

/** The results of a campaign: its figures, its text, and the outcome of each recipient. */
export function CampaignMetricsScreen({ id }: { id: string }) {
  const { t } = useLingui()
  const isPhone = useIsPhone()
  const campaign = useQuery(campaignById(id))
  if (isCampaignMissing(campaign)) return <CampaignNotFound />
  return (
    <PageLayout
      isWide
      title={campaign.data?.name ?? t`Campaign`}
      back={
        <ActionIcon
          size={isPhone ? 44 : 32}
          aria-label={t`Back to campaigns`}
          renderRoot={(props) => <Link {...props} to="/marketing" />}
        >
          <IconArrowLeft size={18} />
        </ActionIcon>
      }
      actions={campaign.data && <Actions campaign={campaign.data} />}
    >
      <QueryState query={campaign} rows={6}>
        {(data) => <Metrics campaign={data} />}
      </QueryState>
    </PageLayout>
  )
}

function Actions({ campaign }: { campaign: Campaign }) {
  const { stop, pause, resume, approve, returnToDraft } = useCampaignActions(campaign)
  const [isSending, setIsSending] = useState(false)
  const { id, status, canEdit, canSend, canStop, canResume, canApprove } = campaign
  const isEditable = isCampaignEditable(status)
  const isPlanned = status === 'scheduled' || status === 'needs-approval'
  const close = () => setIsSending(false)
  if (useSession()?.viewingAs) return null
  return (
    <>
      {canApprove && (
        <Button leftSection={<IconCheck size={16} />} onClick={approve}>
          <Trans>Approve…</Trans>
        </Button>
      )}
      {canStop && status === 'running' && (
        <Button variant="default" leftSection={<IconPlayerPause size={16} />} onClick={pause}>
          <Trans>Pause</Trans>
        </Button>
      )}
      {canResume && (
        <Button variant="default" leftSection={<IconPlayerPlay size={16} />} onClick={resume}>
          <Trans>Resume</Trans>
        </Button>
      )}
      {canStop && (
        <Button variant="default" leftSection={<IconPlayerStop size={16} />} onClick={stop}>
          <Trans>Stop…</Trans>
        </Button>
      )}
      {canSend && isPlanned && (
        <Button variant="default" leftSection={<IconArrowBackUp size={16} />} onClick={() => void returnToDraft()}>
          <Trans>Back to draft</Trans>
        </Button>
      )}
      {canEdit && isEditable && (
        <Button
          variant="default"
          leftSection={<IconPencil size={16} />}
          renderRoot={(props) => (
            <Link {...props} to="/marketing/create-campaign/$campaignID" params={{ campaignID: id }} />
          )}
        >
          <Trans>Edit</Trans>
        </Button>
      )}
      {canSend && isEditable && (
        <Button leftSection={<IconSend size={16} />} onClick={() => setIsSending(true)}>
          <Trans>Send…</Trans>
        </Button>
      )}
      {isSending && <SendCampaignModal id={id} onStarted={close} onClose={close} />}
    </>
  )
}

function Metrics({ campaign }: { campaign: Campaign }) {
  const { t } = useLingui()
  const { text, attachments, stats, followUps, locationID } = campaign
  return (
    <>
      <div className={classes.summary}>
        <CampaignStatusBox campaign={campaign} />
        <SentBy campaign={campaign} />
      </div>
      <MissedTexts campaign={campaign} />
      {stats ? (
        <>
          <div className={classes.text}>
            <CampaignAttachments files={attachments} />
            {text.trim() !== '' && <SentText locationID={locationID}>{text}</SentText>}
          </div>
          <PageSection title={t`Who it’s for`}>
            <Audience campaign={campaign} />
          </PageSection>
          <PageSection
            title={t`Figures`}
            {...(followUps.length > 0 && {
              text: t`Of the first text. Replies and opt-outs after a follow-up are under “Texts”.`,
            })}
          >
            <CampaignFunnel id={campaign.id} stats={stats} />
            <CampaignCost campaign={campaign} />
          </PageSection>
          <CampaignTrend campaign={campaign} />
          <CampaignSteps campaign={campaign} />
        </>
      ) : (
        <UnsentCampaign campaign={campaign} />
      )}
    </>
  )
}

function SentBy({ campaign: { author, startedOnUtc, updatedOnUtc, locationID } }: { campaign: Campaign }) {
  const location = useLocations().find(({ id }) => id === locationID)?.name
  const at = startedOnUtc ?? updatedOnUtc
  const when = <time title={exact(at)}>{moment(at)}</time>
  return (
    <span className={classes.detail}>
      {startedOnUtc ? (
        <Trans>
          Sent by {author}, {when}
        </Trans>
      ) : (
        <Trans>
          By {author}, last changed {when}
        </Trans>
      )}
      {location && <> · {location}</>}
    </span>
  )
}
