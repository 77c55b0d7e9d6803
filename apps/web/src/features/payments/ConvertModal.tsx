import type { PaymentDetail } from '@frontdesk/contract/api'
import { INSTALMENTS_MAX, instalmentAmounts, type Share } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { NumberInput, Radio, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { PAYMENTS_KEY } from '../../entities/payment/queries.ts'
import { ShareField } from '../../entities/payment/ShareField.tsx'
import { api } from '../../lib/api.ts'
import { moneyText } from '../../lib/money-text.ts'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { useApiForm } from '../../ui/form/use-api-form.ts'
import { DateInput } from '../../ui/input/DateInput.tsx'

interface Props {
  payment: PaymentDetail
  onConverted: (request: PaymentDetail) => void
  onClose: () => void
}

type Kind = 'remainder' | 'instalments' | 'deposit'

/** Adds payment requests for an estimate, as drafts. */
export function ConvertModal({ payment, onConverted, onClose }: Props) {
  const { t } = useLingui()
  const cache = useQueryClient()
  // The same for every attempt, so that a repeated one adds nothing twice.
  const [clientDocumentId] = useState(() => crypto.randomUUID())
  const { id, currency } = payment
  const leftAmount = payment.unrequestedAmount ?? payment.totalAmount
  const form = useApiForm({
    initial: {
      kind: 'remainder' as Kind,
      count: 3,
      firstDate: Temporal.Now.plainDateISO().toString(),
      share: (payment.deposit ?? { kind: 'percent', rate: 30_000 }) as Share | null,
    },
    save: async ({ kind, count, firstDate, share }) => {
      const part =
        kind === 'deposit' && share
          ? { kind, share }
          : kind === 'instalments'
            ? { kind, instalments: monthly(leftAmount, count, firstDate) }
            : { kind: 'remainder' as const }
      const { data } = await api.paymentEstimates.convert({ id, clientDocumentId, part })
      await cache.invalidateQueries({ queryKey: PAYMENTS_KEY })
      const [first] = data.requests
      if (first) onConverted(first)
    },
  })
  const { kind, count, firstDate, share } = form.values
  return (
    <FormModal
      title={t`Request payment`}
      submitLabel={t`Save draft`}
      form={form}
      isDisabled={kind === 'deposit' && share === null}
      onClose={onClose}
    >
      <Text size="sm">
        <Trans>Not requested yet: {moneyText(leftAmount, currency)}</Trans>
      </Text>
      <Radio.Group
        label={t`What to request`}
        value={kind}
        onChange={(value) => form.set('kind', (value as Kind) ?? 'remainder')}
      >
        <Radio mt={8} value="remainder" label={t`All of it`} />
        <Radio mt={8} value="instalments" label={t`In monthly instalments`} />
        <Radio mt={8} value="deposit" label={t`A deposit`} />
      </Radio.Group>
      {kind === 'instalments' && (
        <>
          <NumberInput
            label={t`Number of instalments`}
            min={2}
            max={INSTALMENTS_MAX}
            clampBehavior="strict"
            value={count}
            onChange={(value) => form.set('count', Math.max(2, Number(value) || 2))}
          />
          <DateInput label={t`First due on`} value={firstDate} onChange={(date) => form.set('firstDate', date)} />
        </>
      )}
      {kind === 'deposit' && <ShareField label={t`Deposit`} currency={currency} {...form.control('share')} />}
    </FormModal>
  )
}

const monthly = (amount: number, count: number, firstDate: string) =>
  instalmentAmounts(amount, count).map((each, months) => ({
    amount: each,
    dueOn: Temporal.PlainDate.from(firstDate).add({ months }).toString(),
  }))
