import type { MessagingAccount, PhoneNumber, SendingSettings, Subscription, TextUsage } from '@frontdesk/contract/api'
import { can } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useLocations } from '../../entities/location/queries.ts'
import { messagingAccountQuery, phoneNumbersQuery } from '../../entities/phone-number/queries.ts'
import { sendingSettingsQuery, textUsageQuery } from '../../entities/sending/queries.ts'
import { textCost } from '../../entities/sending/text-cost.ts'
import { useSubscription } from '../../entities/subscription/queries.ts'
import { phoneText } from '../../lib/phone-text.ts'
import { useMe } from '../../lib/session/use-me.ts'
import { PageLayout, PageSection } from '../../ui/layout/PageLayout.tsx'
import rows from '../../ui/list/Rows.module.css'
import { QueryState } from '../../ui/state/QueryState.tsx'
import classes from './Marketing.module.css'
import { RegistrationStep } from './RegistrationStep.tsx'
import { Step } from './Step.tsx'

/** Steps before a business can send marketing texts, and this month’s usage. */
export function GetStartedScreen() {
  const { t } = useLingui()
  const mayManage = can(useMe(), 'admin_manage_settings')
  const numbers = useQuery(phoneNumbersQuery)
  const account = useQuery({ ...messagingAccountQuery, enabled: mayManage })
  return (
    <PageLayout title={t`Get started`} text={t`What you need before you send marketing texts.`}>
      <PageSection title={t`Business verification`}>
        <QueryState query={numbers} rows={3}>
          {(data) => <Verification numbers={data} account={account.data} mayManage={mayManage} />}
        </QueryState>
      </PageSection>
      {mayManage && <Usage />}
    </PageLayout>
  )
}

interface VerificationProps {
  numbers: readonly PhoneNumber[]
  account: MessagingAccount | undefined
  mayManage: boolean
}

function Verification({ numbers, account, mayManage }: VerificationProps) {
  const { t } = useLingui()
  const locations = useLocations()
  const unnamed = locations.filter(({ formattedAddress }) => !formattedAddress)
  const [first] = numbers
  return (
    <ul className={rows.list}>
      {account && (
        <Step
          state={account.source === 'none' ? 'missing' : 'done'}
          title={account.source === 'none' ? t`No carrier account` : t`Carrier account connected`}
          text={
            account.source === 'tenant'
              ? t`Texts go out from your own account at the carrier.`
              : account.source === 'environment'
                ? t`Texts go out from Frontdesk’s carrier account.`
                : t`You can’t send texts without a carrier account. Connect one.`
          }
          action={<StepLink to="/settings/frontdesk-phone-numbers" isMissing={account.source === 'none'} />}
        />
      )}
      <Step
        state={first ? 'done' : 'missing'}
        title={first ? t`Phone number` : t`No phone number`}
        text={
          first
            ? numbers.map(({ phoneNumber }) => phoneText(phoneNumber)).join(', ')
            : t`People get your texts from your phone number. Buy one, or connect one you already have.`
        }
        action={mayManage && <StepLink to="/settings/frontdesk-phone-numbers" isMissing={!first} />}
      />
      <Step
        state={unnamed.length === 0 ? 'done' : 'missing'}
        title={unnamed.length === 0 ? t`Business address` : t`Business address missing`}
        text={
          unnamed.length === 0
            ? t`Carriers compare it with your registration.`
            : t`Carriers ask for it. Missing at: ${unnamed.map(({ name }) => name).join(', ')}`
        }
        action={mayManage && <StepLink to="/settings/location" isMissing={unnamed.length > 0} />}
      />
      {first && <RegistrationStep />}
    </ul>
  )
}

function StepLink({
  to,
  isMissing,
}: {
  to: '/settings/frontdesk-phone-numbers' | '/settings/location'
  isMissing: boolean
}) {
  return (
    <Button
      size="compact-sm"
      variant={isMissing ? 'filled' : 'default'}
      renderRoot={(props) => <Link {...props} to={to} />}
    >
      {isMissing ? <Trans>Set up</Trans> : <Trans>View</Trans>}
    </Button>
  )
}

/** Texts of this month, from what was sent, and what they cost at the prices of the business. */
function Usage() {
  const { t } = useLingui()
  const usage = useQuery(textUsageQuery)
  const prices = useQuery(sendingSettingsQuery).data
  const subscription = useSubscription()?.subscription
  return (
    <PageSection isCard title={t`Package usage`} text={t`What you sent this month, in all locations.`}>
      <QueryState query={usage} rows={1}>
        {(data) => <Figures usage={data} prices={prices} subscription={subscription} />}
      </QueryState>
    </PageSection>
  )
}

interface FiguresProps {
  usage: TextUsage
  prices: SendingSettings | undefined
  subscription: Subscription | undefined
}

function Figures({ usage: { texts, segments, mediaMessages }, prices, subscription }: FiguresProps) {
  const { t, i18n } = useLingui()
  const cost = prices && textCost(prices, { segments, mediaMessages })
  return (
    <>
      <dl className={classes.figures}>
        <div>
          <dt>{t`Texts`}</dt>
          <dd>{i18n.number(texts)}</dd>
        </div>
        <div>
          <dt>{t`Billed messages`}</dt>
          <dd>{i18n.number(segments)}</dd>
        </div>
        <div>
          <dt>{t`With attachments`}</dt>
          <dd>{i18n.number(mediaMessages)}</dd>
        </div>
        {prices && cost !== undefined && (
          <div>
            <dt>{t`Estimated cost at your prices`}</dt>
            <dd>{i18n.number(cost, { style: 'currency', currency: prices.currency })}</dd>
          </div>
        )}
      </dl>
      <Text size="sm" c="dimmed" mt="sm">
        {subscription && (
          <Trans>
            Your plan, {subscription.subscriptionName}, doesn’t limit how many texts you send. Your carrier bills a long
            text as several messages.
          </Trans>
        )}
      </Text>
    </>
  )
}
