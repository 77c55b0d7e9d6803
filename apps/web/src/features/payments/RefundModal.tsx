import type { PaymentDetail } from '@frontdesk/contract/api'
import { PAYMENT_NOTE_MAX, REFUND_TARGETS, type RefundSource } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { NativeSelect, Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { AmountInput } from '../../entities/payment/AmountInput.tsx'
import { PAYMENTS_KEY } from '../../entities/payment/queries.ts'
import { api } from '../../lib/api.ts'
import { moneyText } from '../../lib/money-text.ts'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { useApiForm } from '../../ui/form/use-api-form.ts'

interface Props {
  payment: PaymentDetail
  source: RefundSource
  onClose: () => void
}

/** Gives back what was paid, or hands out credit of the contact. */
export function RefundModal({ payment, source, onClose }: Props) {
  const { t } = useLingui()
  const cache = useQueryClient()
  const { id, currency } = payment
  const most = source === 'credit' ? payment.creditAmount : payment.refundableAmount
  // The same for every attempt, so that a repeated one gives nothing back twice.
  const [clientRefundId] = useState(() => crypto.randomUUID())
  const form = useApiForm({
    initial: { amount: most as number | null, target: 'cash', reason: '' },
    rules: { amount: (amount) => !amount && t`Enter an amount.` },
    errorFields: { RefundTooHigh: 'amount', CreditTooLow: 'amount' },
    save: async ({ amount, target, reason }) => {
      await api.paymentRequests.refund({
        ...{ id, clientRefundId, source, reason, amount: amount ?? 0 },
        target: REFUND_TARGETS.find((each) => each === target) ?? 'cash',
      })
      await cache.invalidateQueries({ queryKey: PAYMENTS_KEY })
    },
  })
  return (
    <FormModal
      title={source === 'credit' ? t`Pay out credit` : t`Refund`}
      submitLabel={source === 'credit' ? t`Pay out` : t`Refund`}
      form={form}
      isDestructive
      onClose={onClose}
    >
      <Text size="sm">
        <Trans>Up to {moneyText(most, currency)}. Frontdesk only records this. Pay the money back yourself.</Trans>
      </Text>
      <AmountInput label={t`Amount`} data-autofocus currency={currency} {...form.control('amount')} />
      {source === 'payment' && (
        <NativeSelect
          label={t`Refund method`}
          data={[
            { value: 'cash', label: t`Paid back outside Frontdesk` },
            { value: 'credit', label: t`Added to the contact’s credit` },
          ]}
          {...form.text('target')}
        />
      )}
      <TextInput
        label={t`Reason`}
        description={t`For the team only.`}
        maxLength={PAYMENT_NOTE_MAX}
        {...form.text('reason')}
      />
    </FormModal>
  )
}
