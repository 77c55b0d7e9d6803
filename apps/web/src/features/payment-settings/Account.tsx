import type { PaymentAccount, PaymentConfigs } from '@frontdesk/contract/api'
import { CURRENCIES, type PaymentAccountState, type RequirementTopic } from '@frontdesk/contract/rules'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { paymentAccountQuery } from '../../entities/payment-configs/account-queries.ts'
import { api } from '../../lib/api.ts'
import { useSession } from '../../lib/session/session.ts'
import { fullDate } from '../../lib/time.ts'
import { SaveNote } from '../../ui/form/SaveNote.tsx'
import { PageSection } from '../../ui/layout/PageLayout.tsx'
import { QueryState } from '../../ui/state/QueryState.tsx'
import { useFailureToast } from '../../ui/toast/use-failure-toast.ts'
import classes from './PaymentSettings.module.css'
import { useConfigDraft } from './use-config-draft.ts'

const STATE_TEXTS: Record<PaymentAccountState, MessageDescriptor> = {
  none: msg`Contacts can pay by card, wallet or bank debit on the page of a payment request. The money goes to your own Stripe account.`,
  incomplete: msg`Your Stripe account isn’t finished yet. Contacts can’t pay online until it is.`,
  enabled: msg`Contacts can pay online.`,
  restricted: msg`Stripe has paused online payments until you complete your account.`,
  disconnected: msg`Frontdesk no longer has access to your Stripe account. Contacts can’t pay online.`,
}

const ACTION_TEXTS: Record<PaymentAccountState, MessageDescriptor> = {
  none: msg`Set up online payments`,
  incomplete: msg`Continue with Stripe`,
  enabled: msg`Manage on Stripe`,
  restricted: msg`Finish on Stripe`,
  disconnected: msg`Connect again`,
}

const TOPIC_TEXTS: Record<RequirementTopic, MessageDescriptor> = {
  'bank-account': msg`A bank account for payouts`,
  'business-details': msg`Details of your business, such as its legal name and address`,
  website: msg`Your website, or a description of what you sell`,
  'tax-id': msg`The tax ID of your business`,
  owners: msg`Who owns and manages the business`,
  'person-details': msg`Personal details of the person who represents the business`,
  'identity-document': msg`A document that proves an identity or address`,
  terms: msg`Your agreement to Stripe’s terms`,
  other: msg`Other details, which Stripe asks for on its page`,
}

/** The account for online payments: whether it works, and what Stripe lacks. */
export function Account({ stored }: { stored: PaymentConfigs }) {
  const { t } = useLingui()
  const account = useQuery(paymentAccountQuery)
  return (
    <PageSection isCard title={t`Online payments`}>
      <QueryState query={account} rows={2}>
        {(data) => (data.isConfigured ? <Configured account={data} stored={stored} /> : <NotConfigured />)}
      </QueryState>
    </PageSection>
  )
}

const NotConfigured = () => (
  <Text size="sm">
    <Trans>Online payments aren’t set up on this server. You can still record payments by hand.</Trans>
  </Text>
)

function Configured({ account, stored }: { account: PaymentAccount; stored: PaymentConfigs }) {
  const { i18n } = useLingui()
  const cache = useQueryClient()
  const canAct = !useSession()?.viewingAs
  const toastFailure = useFailureToast()
  const manage = useMutation({
    mutationFn: () => api.paymentAccounts.manage(),
    onSuccess: ({ data }) => location.assign(data.url),
    onError: toastFailure,
  })
  const refresh = useMutation({
    mutationFn: () => api.paymentAccounts.refresh(),
    onSuccess: ({ data }) => cache.setQueryData(paymentAccountQuery.queryKey, data),
    onError: toastFailure,
  })
  const { state, requirements, requirementsDueAt, isUnderReview, isPayoutEnabled, currency } = account
  const isInCurrency = state === 'enabled' && currency !== null
  return (
    <>
      <Text size="sm" className={classes.state} data-state={state}>
        {isInCurrency ? <Trans>Contacts can pay online, in {currency}.</Trans> : i18n._(STATE_TEXTS[state])}
      </Text>
      {isInCurrency && currency !== stored.currency && <OtherCurrency accepted={currency} stored={stored} />}
      {state === 'enabled' && !isPayoutEnabled && (
        <Text size="sm" className={classes.problem}>
          <Trans>Stripe doesn’t pay out to your bank yet.</Trans>
        </Text>
      )}
      {requirements.length > 0 && <Requirements requirements={requirements} dueAt={requirementsDueAt} />}
      {isUnderReview && (
        <Text size="sm">
          <Trans>Stripe is checking what you entered. You don’t need to do anything.</Trans>
        </Text>
      )}
      {canAct && (
        <Group gap="xs" mt="sm">
          <Button
            variant={state === 'enabled' ? 'default' : 'filled'}
            loading={manage.isPending || manage.isSuccess}
            onClick={() => manage.mutate()}
          >
            {i18n._(ACTION_TEXTS[state])}
          </Button>
          {state !== 'none' && (
            <Button variant="default" loading={refresh.isPending} onClick={() => refresh.mutate()}>
              <Trans>Check again</Trans>
            </Button>
          )}
        </Group>
      )}
    </>
  )
}

/** Says that new documents cannot be paid online because of their currency, and offers to change it. */
function OtherCurrency({ accepted, stored }: { accepted: string; stored: PaymentConfigs }) {
  const currency = useConfigDraft('currency', stored)
  const canAct = !useSession()?.viewingAs
  const next = CURRENCIES.find((each) => each === accepted)
  return (
    <>
      <Text size="sm" className={classes.problem}>
        <Trans>New payment requests are in {stored.currency}, so contacts can’t pay them online.</Trans>
      </Text>
      {canAct && next && (
        <Button size="compact-sm" variant="default" mt={6} onClick={() => currency.change(next)}>
          <Trans>Use {next} for new payment requests</Trans>
        </Button>
      )}
      <SaveNote state={currency.state} />
    </>
  )
}

function Requirements({ requirements, dueAt }: { requirements: PaymentAccount['requirements']; dueAt: string | null }) {
  const { i18n } = useLingui()
  return (
    <>
      <Text size="sm" mt="sm">
        {dueAt ? (
          <Trans>Stripe needs this by {fullDate(dueAt)}, or it stops payments or payouts:</Trans>
        ) : (
          <Trans>Stripe still needs:</Trans>
        )}
      </Text>
      <ul className={classes.requirements}>
        {requirements.map(({ topic, isOverdue, reason }) => (
          <li key={topic}>
            {i18n._(TOPIC_TEXTS[topic])}
            {isOverdue && (
              <span className={classes.problem}>
                {' '}
                <Trans>(overdue)</Trans>
              </span>
            )}
            {reason && <span className={classes.soft}>{reason}</span>}
          </li>
        ))}
      </ul>
    </>
  )
}
