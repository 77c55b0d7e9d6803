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

/** Whether the text that confirms a visit asks for what its services require, or why it cannot. */
export function PaymentField({ quote: { payment, problem }, isSeries, ...field }: Props) {
  const { t } = useLingui()
  if (problem !== null) {
    const texts = {
      'not-enabled': t`No payment is asked for, because your business cannot take card payments now.`,
      card: t`A card can only be left on the booking page, so none is asked for.`,
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
        {t`No payment is asked for visits that repeat.`}
      </Text>
    )
  const amount = moneyText(payment.amount, payment.currency)
  return (
    <Switch
      label={payment.kind === 'price' ? t`Ask for the price of ${amount}` : t`Ask for the deposit of ${amount}`}
      description={t`The text to the contact has a link to pay.`}
      {...field}
    />
  )
}
