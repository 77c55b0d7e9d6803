import type { BookingPaymentQuote } from '@frontdesk/contract/api'
import { useLingui } from '@lingui/react/macro'
import { Switch, Text } from '@mantine/core'
import type { ChangeEventHandler } from 'react'
import { moneyText } from '../../lib/money-text.ts'

interface Props {
  quote: BookingPaymentQuote
  isSeries: boolean
  checked: boolean
  onChange: ChangeEventHandler<HTMLInputElement>
}

/** Turns the payment request in the confirmation text on or off, or says why no payment can be requested. */
export function PaymentField({ quote: { payment, problem }, isSeries, ...field }: Props) {
  const { t } = useLingui()
  if (problem !== null) {
    const texts = {
      'not-enabled': t`No payment will be requested, because your business can’t take card payments right now.`,
      card: t`No card will be requested. Contacts can save one only on the booking page.`,
    }
    return (
      <Text size="sm" c="dimmed">
        {texts[problem]}
      </Text>
    )
  }
  if (!payment) return null
  if (isSeries)
    return (
      <Text size="sm" c="dimmed">
        {t`Payment can’t be requested for repeating visits.`}
      </Text>
    )
  const amount = moneyText(payment.amount, payment.currency)
  return (
    <Switch
      label={payment.kind === 'price' ? t`Request payment of ${amount}` : t`Request a deposit of ${amount}`}
      description={t`The text to the contact includes a payment link.`}
      {...field}
    />
  )
}
