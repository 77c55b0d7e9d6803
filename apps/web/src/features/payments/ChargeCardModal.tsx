import type { PaymentDetail, SavedCard } from '@frontdesk/contract/api'
import { cardText, chargeStep, isChargeable } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { Text } from '@mantine/core'
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
  card: SavedCard
  onClose: () => void
}

/** Charges a card on file. The contact gets a receipt. */
export function ChargeCardModal({ payment: { id, currency, dueAmount }, card, onClose }: Props) {
  const { t } = useLingui()
  const cache = useQueryClient()
  // Idempotency key: a retry must not charge the card twice.
  const [clientPaymentId] = useState(() => crypto.randomUUID())
  const form = useApiForm({
    initial: { amount: (dueAmount - (dueAmount % chargeStep(currency))) as number | null },
    rules: {
      amount: (amount) =>
        amount
          ? !isChargeable(amount, currency) && t`In ${currency}, the last digit of an amount to a card must be 0.`
          : t`Enter an amount.`,
    },
    errorFields: { InvalidInput: 'amount' },
    save: async ({ amount }) => {
      await api.cardPayments.charge({ id, cardID: card.id, clientPaymentId, amount: amount ?? dueAmount, tipAmount: 0 })
      await cache.invalidateQueries({ queryKey: PAYMENTS_KEY })
    },
  })
  const name = cardText(card)
  return (
    <FormModal title={t`Charge ${name}`} submitLabel={t`Charge card`} form={form} onClose={onClose}>
      <Text size="sm">
        <Trans>
          Up to {moneyText(dueAmount, currency)}. Only charge what the contact agreed to. They get a receipt by text, or
          by email.
        </Trans>
      </Text>
      <AmountInput label={t`Amount`} data-autofocus currency={currency} {...form.control('amount')} />
    </FormModal>
  )
}
