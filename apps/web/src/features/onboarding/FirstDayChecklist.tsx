import type { FirstDay } from '@frontdesk/contract/api'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Anchor, Button, CloseButton } from '@mantine/core'
import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import { firstDayQuery, isDone } from '../../entities/first-day/queries.ts'
import { trialDaysLeft, useSubscription } from '../../entities/subscription/queries.ts'
import { api } from '../../lib/api.ts'
import { phoneText } from '../../lib/phone-text.ts'
import { openModal } from '../../ui/modal/modals.ts'
import { useFailureToast } from '../../ui/toast/use-failure-toast.ts'
import classes from './FirstDayChecklist.module.css'

interface Step {
  key: string
  title: string
  text: string
  isDone: boolean
  action: { label: string; to: LinkProps['to'] } | { label: string; onClick: () => void } | null
}

function useSteps({ phoneNumber, ...firstDay }: FirstDay): Step[] {
  const { t } = useLingui()
  const phone = phoneNumber ? phoneText(phoneNumber) : ''
  const name: Step[] = firstDay.hasBusinessName
    ? []
    : [
        {
          key: 'name',
          title: t`Name your business`,
          text: t`Your team sees it, and so does everyone you invite.`,
          isDone: false,
          action: { label: t`Add name`, to: '/settings/profile' },
        },
      ]
  return [
    ...name,
    {
      key: 'number',
      title: t`Get a phone number`,
      text: phoneNumber ? phone : t`Choose one your contacts will recognize.`,
      isDone: phoneNumber !== null,
      action: { label: t`Choose number`, onClick: () => openModal('phone-number-create') },
    },
    {
      key: 'text',
      title: t`Text yourself`,
      text: phoneNumber ? t`Send a text from your phone to ${phone}.` : t`Try your number once you have one.`,
      isDone: firstDay.hasReceivedText,
      action: phoneNumber
        ? {
            label: t`Try it`,
            onClick: () => openModal('phone-number-create-success', { phoneNumber, isNew: false }),
          }
        : null,
    },
    {
      key: 'hours',
      title: t`Set business hours`,
      text: t`So we know when your team is available.`,
      isDone: firstDay.hasBusinessHours,
      action: { label: t`Set hours`, to: '/settings/business-hours' },
    },
    {
      key: 'team',
      title: t`Invite a teammate`,
      text: t`Answer texts together.`,
      isDone: firstDay.hasInvitedTeammate,
      action: { label: t`Invite`, onClick: () => openModal('invite-teammate') },
    },
  ]
}

interface Props {
  firstDay: FirstDay
  /** Closes the container of the checklist before an action opens something else. */
  onLeave?: () => void
}

/** First-day checklist. Items are checked off from the business's data. */
export function FirstDayChecklist({ firstDay, onLeave }: Props) {
  const { t } = useLingui()
  const cache = useQueryClient()
  const steps = useSteps(firstDay)
  const showFailure = useFailureToast()
  const dismiss = useMutation({
    mutationFn: () => api.onboarding.dismiss({}),
    onSuccess: ({ data }) => {
      cache.setQueryData(firstDayQuery.queryKey, data)
      onLeave?.()
    },
    onError: showFailure,
  })
  const done = steps.filter((step) => step.isDone).length
  const next = steps.find((step) => !step.isDone && step.action)
  const isAllDone = isDone(firstDay)
  return (
    <section className={classes.card} aria-label={t`Get started`}>
      <header className={classes.head}>
        <div className={classes.heading}>
          <h2 className={classes.title}>{isAllDone ? <Trans>You’re all set</Trans> : <Trans>Get started</Trans>}</h2>
          <p className={classes.soft}>
            <Trans>
              {done} of {steps.length} done
            </Trans>
            <TrialNote />
          </p>
        </div>
        <CloseButton
          aria-label={t`Dismiss the checklist`}
          disabled={dismiss.isPending}
          onClick={() => dismiss.mutate()}
        />
      </header>
      <ol className={classes.steps}>
        {steps.map((step) => (
          <li key={step.key} className={classes.step} data-done={step.isDone}>
            {step.isDone ? (
              <IconCircleCheckFilled size={20} className={classes.tick} aria-label={t`Done`} />
            ) : (
              <IconCircle size={20} stroke={1.5} className={classes.open} aria-label={t`Not done yet`} />
            )}
            <div className={classes.what}>
              <div className={classes.name}>{step.title}</div>
              <div className={classes.soft}>{step.text}</div>
            </div>
            {!step.isDone && <StepButton step={step} isNext={step === next} onLeave={onLeave} />}
          </li>
        ))}
      </ol>
    </section>
  )
}

function StepButton({ step: { action }, isNext, onLeave }: { step: Step; isNext: boolean } & Pick<Props, 'onLeave'>) {
  if (!action) return null
  const variant = isNext ? 'filled' : 'default'
  return 'to' in action ? (
    <Button component={Link} to={action.to} size="xs" variant={variant} onClick={onLeave}>
      {action.label}
    </Button>
  ) : (
    <Button size="xs" variant={variant} onClick={action.onClick}>
      {action.label}
    </Button>
  )
}

function TrialNote() {
  const days = trialDaysLeft(useSubscription())
  if (days === null) return null
  return (
    <>
      {' · '}
      <Anchor component={Link} to="/settings/billing-and-plans" fz="inherit" underline="always">
        <Plural value={days} one="# day left in your trial" other="# days left in your trial" />
      </Anchor>
    </>
  )
}
