import type { SubscriptionState } from '@frontdesk/contract/api'
import { can, type SubscriptionStatus } from '@frontdesk/contract/rules'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Progress, Text } from '@mantine/core'
import { IconCheck, IconMinus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { subscriptionQuery, trialDaysLeft } from '../../entities/subscription/queries.ts'
import { ForbiddenScreen } from '../../entities/teammate/ForbiddenScreen.tsx'
import { useMe } from '../../lib/session/use-me.ts'
import { fullDate } from '../../lib/time.ts'
import { PageLayout, PageSection } from '../../ui/layout/PageLayout.tsx'
import { QueryState } from '../../ui/state/QueryState.tsx'
import { ContactLink } from './ContactLink.tsx'
import classes from './PlanScreen.module.css'

const STATUSES: Record<SubscriptionStatus, MessageDescriptor> = {
  trialing: msg`Free trial`,
  active: msg`Active`,
  past_due: msg`Payment overdue`,
  canceled: msg`Canceled`,
}

/** The plan, its usage, and who to contact for more. Nothing is sold here. */
export function PlanScreen() {
  const { t } = useLingui()
  const me = useMe()
  const state = useQuery(subscriptionQuery)
  if (!can(me, 'admin_manage_settings')) {
    return <ForbiddenScreen permission="admin_manage_settings" />
  }
  return (
    <PageLayout title={t`Plan`} text={t`Your plan, what it includes, and how much of it you use.`}>
      <QueryState query={state} rows={4}>
        {(data) => <Plan state={data} />}
      </QueryState>
    </PageLayout>
  )
}

function Plan({ state }: { state: SubscriptionState }) {
  const { t, i18n } = useLingui()
  const { subscription, limits, usage } = state
  const { subscriptionName, status } = subscription
  return (
    <>
      <PageSection title={t`Your plan`}>
        <div className={classes.card}>
          <div className={classes.plan}>
            <strong className={classes.name}>{subscriptionName}</strong>
            <span className={classes.status} data-status={status}>
              {i18n._(STATUSES[status])}
            </span>
          </div>
          <Text size="sm">
            <PeriodText state={state} />
          </Text>
        </div>
      </PageSection>
      <PageSection title={t`Usage`}>
        <div className={classes.card}>
          <Usage label={t`Seats`} used={usage.teamMembers} limit={limits.teamMembers} />
          <Usage label={t`Phone numbers`} used={usage.phoneNumbers} limit={limits.phoneNumbers} />
          <Usage label={t`Locations`} used={usage.locations} limit={limits.locations} />
        </div>
      </PageSection>
      <PageSection title={t`What’s included`}>
        <Included state={state} />
      </PageSection>
      <PageSection title={status === 'active' ? t`Change your plan` : t`Choose a plan`}>
        <div className={classes.contact}>
          <ContactLink subject={t`A plan for our business`} />
        </div>
      </PageSection>
    </>
  )
}

function PeriodText({ state }: { state: SubscriptionState }) {
  const { status, currentPeriodEnd, isSubscribed } = state.subscription
  const days = trialDaysLeft(state)
  const day = currentPeriodEnd && fullDate(currentPeriodEnd)
  if (days !== null) {
    return days > 0 ? (
      <>
        <Plural value={days} one="# day left." other="# days left." /> <Trans>Your trial ends on {day}.</Trans>
      </>
    ) : (
      <Trans>Your trial ended on {day}.</Trans>
    )
  }
  if (status === 'canceled') {
    if (!day) return <Trans>Your plan is canceled.</Trans>
    return isSubscribed ? <Trans>Your plan ends on {day}.</Trans> : <Trans>Your plan ended on {day}.</Trans>
  }
  if (status === 'past_due') return <Trans>We couldn’t collect your last payment. Contact us to keep your plan.</Trans>
  return day ? <Trans>Your plan renews on {day}.</Trans> : <Trans>Your plan has no end date.</Trans>
}

function Usage({ label, used, limit }: { label: string; used: number; limit: number | null }) {
  const { t } = useLingui()
  const share = limit === null ? 0 : Math.min(100, (used / limit) * 100)
  return (
    <div className={classes.usage}>
      <div className={classes.usageHead}>
        <span>{label}</span>
        <span className={classes.count}>{limit === null ? t`${used} used` : t`${used} of ${limit} used`}</span>
      </div>
      {limit !== null && (
        <Progress value={share} size="sm" color={used >= limit ? 'yellow' : undefined} aria-label={label} />
      )}
    </div>
  )
}

function Included({ state: { subscription, limits } }: { state: SubscriptionState }) {
  const { t } = useLingui()
  const isTrial = subscription.status === 'trialing'
  const items: [string, boolean][] = [
    [t`Texting with a shared inbox`, true],
    [t`Multiple locations`, limits.locations === null],
    [t`Pictures and files in texts`, !isTrial],
    [t`Exports`, !isTrial],
  ]
  return (
    <ul className={classes.items}>
      {items.map(([label, isIncluded]) => (
        <li key={label} className={classes.item} data-included={isIncluded}>
          {isIncluded ? (
            <IconCheck size={16} aria-label={t`Included`} />
          ) : (
            <IconMinus size={16} aria-label={t`Not included`} />
          )}
          {label}
        </li>
      ))}
    </ul>
  )
}
