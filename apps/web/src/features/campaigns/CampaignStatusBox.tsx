import type { Campaign } from '@frontdesk/contract/api'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { isProgressCounted } from '../../entities/group/CountedAt.tsx'
import { moment, momentLabel, wallMoment } from '../../lib/time.ts'
import classes from './Campaigns.module.css'
import { PROBLEM_TEXTS, STATUS_TEXTS } from './campaign-texts.ts'
import { useCampaignZone } from './use-campaign-zone.ts'

/** The status of a campaign in words, with its time, its progress or what is wrong. */
export function CampaignStatusBox({ campaign }: { campaign: Campaign }) {
  const { t, i18n } = useLingui()
  const { status, stats } = campaign
  const isForNoOne = status === 'done' && stats !== null && wentToNoOne(stats)
  return (
    <div className={classes.status} data-status={isForNoOne ? 'no-one' : status}>
      <span className={classes.badge}>{isForNoOne ? t`Sent to no one` : i18n._(STATUS_TEXTS[status])}</span>
      <StatusDetail campaign={campaign} />
    </div>
  )
}

const wentToNoOne = ({ recipients, outcomes }: NonNullable<Campaign['stats']>) =>
  recipients > 0 && outcomes.skipped + outcomes.failed + outcomes.cancelled === recipients

function StatusDetail({ campaign }: { campaign: Campaign }) {
  const { i18n } = useLingui()
  const { status, problem, followUps, scheduledOnUtc, localTime, finishedOnUtc, locationID, stats } = campaign
  const zone = useCampaignZone(locationID)
  switch (status) {
    case 'needs-approval':
    case 'scheduled':
      return (
        scheduledOnUtc && (
          <span className={classes.detail}>
            {localTime === null ? (
              momentLabel(scheduledOnUtc, zone)
            ) : (
              <Trans>{wallMoment(localTime)}, in each contact’s time zone</Trans>
            )}
          </span>
        )
      )
    case 'needs-attention':
      return problem && <span className={classes.detail}>{i18n._(PROBLEM_TEXTS[problem])}</span>
    case 'running':
    case 'paused':
      if (problem === 'late')
        return (
          <span className={classes.detail}>
            <Trans>Some texts missed their time</Trans>
          </span>
        )
      return stats && isProgressCounted(stats) && <Progress stats={stats} hasFollowUps={followUps.length > 0} />
    case 'stopped':
      return (
        stats &&
        isProgressCounted(stats) && (
          <span className={classes.detail}>
            <Plural
              value={stats.outcomes.cancelled}
              _0="No one was waiting"
              one="# person won’t get it"
              other="# people won’t get it"
            />
          </span>
        )
      )
    case 'done':
      return finishedOnUtc && <span className={classes.detail}>{moment(finishedOnUtc)}</span>
    default:
      return null
  }
}

function Progress({ stats, hasFollowUps }: { stats: NonNullable<Campaign['stats']>; hasFollowUps: boolean }) {
  const { t, i18n } = useLingui()
  const { recipients, outcomes, heldUntil } = stats
  const done = recipients - outcomes.pending - outcomes.held
  const [count, total] = [i18n.number(done), i18n.number(recipients)]
  return (
    <>
      <progress className={classes.progress} max={recipients} value={done} aria-label={t`Progress`} />
      <span className={classes.detail}>
        {outcomes.pending === 0 && heldUntil ? (
          <Trans>
            {count} of {total}, the others {moment(heldUntil)}
          </Trans>
        ) : done === recipients && hasFollowUps ? (
          <Trans>
            {count} of {total}, follow-ups still to come
          </Trans>
        ) : (
          <Trans>
            {count} of {total}
          </Trans>
        )}
      </span>
    </>
  )
}
