import { Trans, useLingui } from '@lingui/react/macro'
import { Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { BOOKINGS_KEY } from '../../entities/booking/queries.ts'
import { AmountInput } from '../../entities/payment/AmountInput.tsx'
import { api } from '../../lib/api.ts'
import { moneyText } from '../../lib/money-text.ts'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { useApiForm } from '../../ui/form/use-api-form.ts'
import type { Modals } from '../../ui/modal/modals.ts'

/** Charges the no-show fee to the card on file for a visit. */
export function ChargeFeeModal({
  booking,
  fee: { maxAmount, receipt },
  currency,
  onClose,
}: Modals['charge-no-show-fee'] & { onClose: () => void }) {
  const { t } = useLingui()
  const cache = useQueryClient()
  // Idempotency key: a retry must not charge the card twice.
  const [clientPaymentId] = useState(() => crypto.randomUUID())
  const form = useApiForm({
    initial: { amount: maxAmount as number | null },
    rules: {
      amount: (amount) => {
        if (!amount) return t`Enter an amount.`
        return amount > maxAmount && t`The contact agreed to ${moneyText(maxAmount, currency)} at most.`
      },
    },
    errorFields: { InvalidInput: 'amount' },
    save: async ({ amount }) => {
      await api.bookingPayments.chargeFee({ id: booking.id, clientPaymentId, amount: amount ?? maxAmount })
      await cache.invalidateQueries({ queryKey: BOOKINGS_KEY })
    },
  })
  return (
    <FormModal
      title={t`Charge the no-show fee?`}
      submitLabel={t`Charge card`}
      form={form}
      isDisabled={receipt === null}
      onClose={onClose}
    >
      <Text size="sm">
        {receipt === 'text' && <Trans>{booking.contact?.name} gets the receipt by text.</Trans>}
        {receipt === 'mail' && <Trans>{booking.contact?.name} gets the receipt by email.</Trans>}
        {receipt === null && (
          <Trans>
            {booking.contact?.name} can’t get a receipt: they can’t be texted, and have no email address. Add an email
            address first.
          </Trans>
        )}
      </Text>
      <AmountInput label={t`Amount`} data-autofocus currency={currency} {...form.control('amount')} />
    </FormModal>
  )
}
