import type { NumberRegistration } from '@frontdesk/contract/api'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { registrationsQuery } from '../../entities/phone-number/queries.ts'
import { errorText } from '../../lib/error-texts.ts'
import { phoneText } from '../../lib/phone-text.ts'
import classes from './Marketing.module.css'
import { Step } from './Step.tsx'

const GUIDE = 'https://www.twilio.com/docs/messaging/compliance/a2p-10dlc'

/** How the business’s numbers are registered with US carriers, as read from its carrier accounts. */
export function RegistrationStep() {
  const { t } = useLingui()
  const { data, error, isFetching, refetch } = useQuery(registrationsQuery)
  const title = t`Registration with US carriers (A2P 10DLC)`
  const retry = (
    <Button size="compact-sm" variant="default" loading={isFetching} onClick={() => void refetch()}>
      <Trans>Check again</Trans>
    </Button>
  )
  if (error && !data) return <Step state="unknown" title={title} text={errorText(error)} action={retry} />
  if (!data) return <Step state="unknown" title={title} text={t`Checking with your carrier…`} />
  const needed = data.registrations.filter(({ status }) => status !== 'not-required')
  const isDone = data.a2PApplicationStatus === 'Active' && needed.every(({ status }) => status === 'registered')
  return (
    <Step
      state={isDone ? 'done' : data.a2PApplicationStatus === null ? 'unknown' : 'missing'}
      title={title}
      text={
        needed.length === 0 ? (
          t`None of your numbers needs to be registered.`
        ) : isDone ? (
          t`All numbers that need to be registered are.`
        ) : (
          <>
            {t`US carriers block texts from numbers that aren’t registered. In your carrier’s console, register your business and what you send, and add your numbers.`}
            <ul className={classes.registrations}>
              {needed.map((registration) => (
                <NumberStatus key={registration.phoneNumber} registration={registration} />
              ))}
            </ul>
          </>
        )
      }
      action={
        isDone ? undefined : (
          <div className={classes.actions}>
            {retry}
            <Button size="compact-sm" variant="default" component="a" href={GUIDE} target="_blank" rel="noreferrer">
              <Trans>How to register</Trans>
            </Button>
          </div>
        )
      }
    />
  )
}

function NumberStatus({ registration: { phoneNumber, status, problems } }: { registration: NumberRegistration }) {
  const { t } = useLingui()
  const texts: Record<NumberRegistration['status'], string> = {
    registered: t`Registered`,
    'in-review': t`In review. This can take days or weeks.`,
    refused: t`Rejected`,
    'not-registered': t`Not registered`,
    'not-required': t`Not required`,
    unknown: t`Check in your carrier’s console`,
  }
  return (
    <li>
      {phoneText(phoneNumber)}: {texts[status]}
      {problems.map(({ code, text, url }) => (
        <div key={`${code} ${text}`}>
          {text}{' '}
          {url && (
            <a href={url} target="_blank" rel="noreferrer">
              {code === null ? <Trans>How to fix it</Trans> : <Trans>How to fix error {String(code)}</Trans>}
            </a>
          )}
        </div>
      ))}
    </li>
  )
}
