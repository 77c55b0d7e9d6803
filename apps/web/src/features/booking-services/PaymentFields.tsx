import { SERVICE_PAYMENTS, type ServicePayment } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { Anchor, Select, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ShareField } from '../../entities/payment/ShareField.tsx'
import { onlinePaymentQuery } from '../../entities/payment-configs/account-queries.ts'
import type { ApiForm } from '../../ui/form/use-api-form.ts'
import classes from './Services.module.css'
import type { ServiceValues } from './service-values.ts'

interface Props {
  form: ApiForm<ServiceValues>
  currency: string
}

/** Payment for online bookings of a service. Only for businesses that can take cards in its currency. */
export function PaymentFields({ form, currency }: Props) {
  const { t } = useLingui()
  const account = useQuery(onlinePaymentQuery).data
  const { values, set } = form
  const { error } = form.control('deposit')
  const isPossible = account?.isEnabled === true && (account.currency ?? currency) === currency
  const texts: Record<ServicePayment, string> = {
    none: t`Nothing`,
    deposit: t`A deposit`,
    price: t`Full price`,
    card: t`A card on file, no charge`,
  }
  const choose = (kind: string | null) => {
    const paymentKind = SERVICE_PAYMENTS.find((each) => each === kind) ?? 'none'
    set('paymentKind', paymentKind)
    if (paymentKind === 'deposit' && values.deposit === null) set('deposit', { kind: 'percent', rate: 20_000 })
  }
  return (
    <div className={classes.stack}>
      <Select
        label={t`Required at booking`}
        allowDeselect={false}
        maw={320}
        disabled={!isPossible && values.paymentKind === 'none'}
        value={values.paymentKind}
        error={values.paymentKind === 'deposit' ? undefined : error}
        onChange={choose}
        data={SERVICE_PAYMENTS.map((value) => ({ value, label: texts[value] }))}
      />
      {values.paymentKind === 'deposit' && (
        <ShareField
          label={t`Deposit`}
          currency={currency}
          value={values.deposit}
          onChange={(deposit) => set('deposit', deposit ?? { kind: 'percent', rate: 0 })}
        />
      )}
      {values.paymentKind === 'deposit' && error !== undefined && (
        <Text size="xs" c="var(--fd-danger)">
          {error}
        </Text>
      )}
      {account && !isPossible && (
        <WhyNot isEnabled={account.isEnabled} accepted={account.currency} currency={currency} />
      )}
      {values.paymentKind !== 'none' && (
        <Text size="sm" c="dimmed">
          <Trans>
            Set the rules for late cancellations and no-shows in the{' '}
            <Anchor inherit component={Link} to="/bookings/settings">
              booking settings
            </Anchor>
            .
          </Trans>
        </Text>
      )}
    </div>
  )
}

interface Reason {
  isEnabled: boolean
  accepted: string | null
  currency: string
}

/** Why no payment can be required at booking. Visits can still be booked. */
function WhyNot({ isEnabled, accepted, currency }: Reason) {
  return (
    <Text size="sm" c="dimmed">
      {isEnabled ? (
        <Trans>
          This service is in {currency}, and your account takes payments in {accepted} only. Until then people book
          without paying.
        </Trans>
      ) : (
        <Trans>
          You can’t take cards yet, so people book without paying. Set it up in the{' '}
          <Anchor inherit component={Link} to="/settings/payments-settings">
            payment settings
          </Anchor>
          .
        </Trans>
      )}
    </Text>
  )
}
