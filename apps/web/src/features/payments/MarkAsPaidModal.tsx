import type { PaymentDetail } from '@frontdesk/contract/api'
import { MANUAL_METHODS, PAYMENT_NOTE_MAX, rateOf, roundToChargeable } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, NativeSelect, Text, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { AmountInput } from '../../entities/payment/AmountInput.tsx'
import { METHOD_TEXTS } from '../../entities/payment/payment-texts.ts'
import { PAYMENTS_KEY } from '../../entities/payment/queries.ts'
import { paymentConfigsQuery } from '../../entities/payment-configs/queries.ts'
import { api } from '../../lib/api.ts'
import { moneyText, rateText } from '../../lib/money-text.ts'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { useApiForm } from '../../ui/form/use-api-form.ts'
import labels from '../../ui/input/labels.module.css'

interface Props {
  payment: PaymentDetail
  onClose: () => void
}

/** Records a payment made outside of Frontdesk, or pays with the contact’s credit. */
export function MarkAsPaidModal({ payment: { id, currency, dueAmount, creditAmount }, onClose }: Props) {
  const { t, i18n } = useLingui()
  const cache = useQueryClient()
  const tipRates = useQuery(paymentConfigsQuery).data?.tipRates ?? []
  // Idempotency key: a retry must not record a second payment.
  const [clientPaymentId] = useState(() => crypto.randomUUID())
  const form = useApiForm({
    initial: { method: 'cash', amount: dueAmount as number | null, tip: null as number | null, note: '' },
    rules: { amount: (amount) => !amount && t`Enter an amount.` },
    errorFields: { CreditTooLow: 'amount' },
    save: async ({ method, amount, tip, note }) => {
      await api.paymentRequests.markAsPaid({
        ...{ id, clientPaymentId, note, tipAmount: isCredit ? 0 : (tip ?? 0), amount: amount ?? dueAmount },
        method: MANUAL_METHODS.find((each) => each === method) ?? 'other',
      })
      await cache.invalidateQueries({ queryKey: PAYMENTS_KEY })
    },
  })
  const { values } = form
  const isCredit = values.method === 'credit'
  const methods = MANUAL_METHODS.filter((method) => method !== 'credit' || creditAmount > 0)
  const over = (values.amount ?? 0) - dueAmount
  return (
    <FormModal title={t`Mark as paid`} submitLabel={t`Mark as paid`} form={form} onClose={onClose}>
      <NativeSelect
        label={t`How was it paid?`}
        data={methods.map((method) => ({ value: method, label: i18n._(METHOD_TEXTS[method]) }))}
        {...form.text('method')}
      />
      <AmountInput label={t`Amount`} data-autofocus currency={currency} {...form.control('amount')} />
      {isCredit ? (
        <Text size="sm">
          <Trans>The contact has {moneyText(creditAmount, currency)} in credit.</Trans>
        </Text>
      ) : (
        <>
          {over > 0 && (
            <Text size="sm">
              <Trans>{moneyText(over, currency)} more than is due. The extra becomes the contact’s credit.</Trans>
            </Text>
          )}
          <Group gap="xs" align="flex-start">
            <AmountInput w={140} label={t`Tip`} currency={currency} {...form.control('tip')} />
            {tipRates.map((rate) => (
              <Button
                key={rate}
                className={labels.besideLabel}
                variant="default"
                onClick={() => form.set('tip', roundToChargeable(rateOf(values.amount ?? 0, rate), currency))}
              >
                {rateText(rate)}
              </Button>
            ))}
          </Group>
        </>
      )}
      <TextInput label={t`Note for the team`} maxLength={PAYMENT_NOTE_MAX} {...form.text('note')} />
    </FormModal>
  )
}
