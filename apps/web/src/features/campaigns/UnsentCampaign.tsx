import type { Campaign } from '@frontdesk/contract/api'
import { conversationRules } from '@frontdesk/contract/rules'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { campaignPreflight, campaignPreview } from '../../entities/campaign/preview-queries.ts'
import { useStepName, versionLetter } from '../../entities/campaign/text-names.ts'
import { PartialNote } from '../../entities/group/PartialNote.tsx'
import { SendPreviewText } from '../../entities/group/SendPreviewText.tsx'
import { SentText } from '../../entities/group/SentText.tsx'
import { useMe } from '../../lib/session/use-me.ts'
import { PageSection } from '../../ui/layout/PageLayout.tsx'
import { EmptyState } from '../../ui/state/EmptyState.tsx'
import { QueryState } from '../../ui/state/QueryState.tsx'
import { Audience } from './AudienceText.tsx'
import { CampaignAttachments } from './CampaignAttachments.tsx'
import { CampaignPreflight } from './CampaignPreflight.tsx'
import classes from './Campaigns.module.css'
import { hasAudience } from './campaign-values.ts'
import { useCampaignZone } from './use-campaign-zone.ts'
import { useStartText } from './use-start-text.ts'

/** The texts and the audience of a campaign that was not sent yet, for teammates who approve it or look at it. */
export function UnsentCampaign({ campaign }: { campaign: Campaign }) {
  const { t } = useLingui()
  const me = useMe()
  const stepName = useStepName()
  const { locationID, audience, text, variants, followUps, attachments, controlPercent } = campaign
  const content = { locationID, audience, text }
  const preview = useQuery({ ...campaignPreview(content), enabled: hasAudience(content) })
  // It goes to the contacts that its author sees, which may be more.
  const isPartial = campaign.canApprove && !conversationRules.seeAll(me)
  const isPlanned = campaign.status === 'needs-approval' || campaign.status === 'scheduled'
  if (text.trim() === '' && attachments.length === 0)
    return <EmptyState title={t`Not sent yet`} text={t`Figures and recipients show up here once it’s sent.`} />
  return (
    <>
      {isPartial && <PartialNote />}
      {isPlanned && <Plan campaign={campaign} />}
      <PageSection title={t`Who gets it`}>
        <Audience campaign={campaign} />
        {hasAudience(content) ? (
          <QueryState query={preview} rows={1}>
            {(data) => <SendPreviewText preview={data} />}
          </QueryState>
        ) : (
          <p className={classes.detail}>
            <Trans>No one is chosen yet.</Trans>
          </p>
        )}
        {controlPercent > 0 && (
          <p className={classes.detail}>
            <Trans>{controlPercent}% of them are left out for comparison.</Trans>
          </p>
        )}
      </PageSection>
      <PageSection title={t`Texts`}>
        {[text, ...variants].map((version, index) => (
          <Text
            key={versionLetter(index)}
            title={variants.length > 0 ? t`Version ${versionLetter(index)}` : stepName(0)}
          >
            <CampaignAttachments files={attachments} />
            {version.trim() !== '' && <SentText locationID={locationID}>{version}</SentText>}
          </Text>
        ))}
        {followUps.map((followUp, index) => (
          <Text
            // biome-ignore lint/suspicious/noArrayIndexKey: texts have no identity besides their position.
            key={index}
            title={stepName(index + 1)}
            detail={
              <Plural
                value={followUp.afterHours}
                one="after # hour without a reply"
                other="after # hours without a reply"
              />
            }
          >
            <SentText locationID={locationID}>{followUp.text}</SentText>
          </Text>
        ))}
      </PageSection>
    </>
  )
}

/** When it is sent, and what that takes. */
function Plan({ campaign }: { campaign: Campaign }) {
  const { t } = useLingui()
  const zone = useCampaignZone(campaign.locationID)
  const { scheduledOnUtc, localTime, spreadMinutes } = campaign
  const preflight = useQuery(
    campaignPreflight(campaign, {
      ...(localTime !== null ? { localTime } : scheduledOnUtc !== null && { scheduledOnUtc }),
      ...(spreadMinutes !== null && { spreadMinutes }),
    }),
  )
  return (
    <PageSection title={t`When`}>
      <p className={classes.plan}>{useStartText(campaign)}</p>
      <QueryState query={preflight} rows={3}>
        {(data) => <CampaignPreflight campaign={campaign} preflight={data} zone={zone} />}
      </QueryState>
    </PageSection>
  )
}

function Text({ title, detail, children }: { title: string; detail?: ReactNode; children: ReactNode }) {
  return (
    <section className={classes.oneText} aria-label={title}>
      <span>
        <strong>{title}</strong> <span className={classes.detail}>{detail}</span>
      </span>
      {children}
    </section>
  )
}
