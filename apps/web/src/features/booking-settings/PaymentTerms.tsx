import type { BookingConfigs } from '@frontdesk/contract/api'
import {
  bookingTerms,
  chargedShareOf,
  currencyDecimals,
  REFUND_CUT_OFF_MINUTES_MAX,
  roundToChargeable,
} from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ShareField } from '../../entities/payment/ShareField.tsx'
import { onlinePaymentQuery } from '../../entities/payment-configs/account-queries.ts'
import { paymentConfigsQuery } from '../../entities/payment-configs/queries.ts'
import { useSession } from '../../lib/session/session.ts'
import { SaveNote } from '../../ui/form/SaveNote.tsx'
import { RangeInput } from '../../ui/input/RangeInput.tsx'
import { PageSection } from '../../ui/layout/PageLayout.tsx'
import { useConfigDraft } from './use-config-draft.ts'

const MINUTES_PER_HOUR = 60
/** An example of a price, in units of the currency. */
const EXAMPLE_UNITS = 50

const isCutOffValid = ({ refundCutOffMinutes }: BookingConfigs['payments']): boolean =>
  refundCutOffMinutes >= 0 && refundCutOffMinutes <= REFUND_CUT_OFF_MINUTES_MAX

/** Currency of the fee: that of the account which charges it, or of the settings until there is one. */
function useFeeCurrency(): string | undefined {
  const account = useQuery(onlinePaymentQuery).data
  const configs = useQuery(paymentConfigsQuery).data
  return account && (account.currency ?? configs?.currency)
}

/** Terms that contacts agree to when they pay for a visit or leave a card on file for it. */
export function PaymentTerms({ stored }: { stored: BookingConfigs }) {
  const { t } = useLingui()
  const currency = useFeeCurrency()
  const [isFeeValid, setIsFeeValid] = useState(true)
  const { value, change, flush, state } = useConfigDraft(
    'payments',
    stored,
    (terms) => isFeeValid && isCutOffValid(terms),
  )
  const { refundCutOffMinutes, noShowFee } = value
  // While the terms are invalid, preview the wording of the stored ones.
  const { refundCutOffMinutes: cutOffMinutes } = isCutOffValid(value) ? value : stored.payments
  if (!currency) return null
  return (
    <PageSection
      isCard
      title={t`Deposits and no-show fees`}
      text={t`For services that require a payment or a card to book online. Existing bookings keep the terms their contacts agreed to.`}
    >
      <RangeInput
        label={t`Refund deadline`}
        description={t`Hours before the visit. Cancellations after that aren’t refunded.`}
        maw={320}
        min={0}
        max={REFUND_CUT_OFF_MINUTES_MAX / MINUTES_PER_HOUR}
        decimalScale={1}
        value={refundCutOffMinutes / MINUTES_PER_HOUR}
        onChange={(hours) => change({ ...value, refundCutOffMinutes: Math.round(hours * MINUTES_PER_HOUR) })}
        onBlur={flush}
      />
      <div style={{ marginTop: 'var(--mantine-spacing-md)' }}>
        <ShareField
          label={t`No-show fee for cards on file`}
          texts={{ none: t`No fee`, percent: t`Percent of the price`, amount: t`Amount` }}
          currency={currency}
          value={noShowFee}
          onChange={(next) => change({ ...value, noShowFee: next })}
          onValidityChange={setIsFeeValid}
        />
      </div>
      <Words currency={currency} cutOffMinutes={cutOffMinutes} noShowFee={noShowFee} />
      <SaveNote state={state} />
    </PageSection>
  )
}

interface WordsProps {
  currency: string
  cutOffMinutes: number
  noShowFee: BookingConfigs['payments']['noShowFee']
}

/** Preview of the wording that contacts agree to, with an example price. */
function Words({ currency, cutOffMinutes, noShowFee }: WordsProps) {
  const { i18n } = useLingui()
  const example = EXAMPLE_UNITS * 10 ** currencyDecimals(currency)
  const business = useSession()?.tenantName ?? ''
  const language = i18n.locale === 'es' || i18n.locale === 'fr' ? i18n.locale : 'en'
  const fee =
    noShowFee?.kind === 'amount'
      ? roundToChargeable(noShowFee.amount, currency)
      : chargedShareOf(example, noShowFee, currency)
  const facts = { business, currency, cutOffMinutes, noShowFeeAmount: fee > 0 ? fee : null }
  return (
    <>
      <Text size="sm" mt="md" fw={600}>
        <Trans>What people agree to</Trans>
      </Text>
      <Text size="sm" c="dimmed">
        {bookingTerms({ ...facts, kind: 'deposit', amount: example }, language)}
      </Text>
      <Text size="sm" c="dimmed" mt="xs">
        {bookingTerms({ ...facts, kind: 'card', amount: 0 }, language)}
      </Text>
    </>
  )
}
