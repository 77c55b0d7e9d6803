import type { PaymentDetail } from '@frontdesk/contract/api'
import {
  isChargeable,
  needsRefundApproval,
  PAYMENT_NOTE_MAX,
  REFUND_TARGETS,
  type RefundSource,
  sumOf,
} from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { NativeSelect, Text, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { AmountInput } from '../../entities/payment/AmountInput.tsx'
import { cardPaymentsOf, PAYMENTS_KEY } from '../../entities/payment/queries.ts'
import { paymentConfigsQuery } from '../../entities/payment-configs/queries.ts'
import { api } from '../../lib/api.ts'
import { moneyText } from '../../lib/money-text.ts'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { useApiForm } from '../../ui/form/use-api-form.ts'
import { chosenLines, NO_LINES, RefundLineFields, sumOfLines } from './RefundLineFields.tsx'

interface Props {
  payment: PaymentDetail
  source: RefundSource
  /** Suggested amount; default: all of it. */
  amount?: number
  onClose: () => void
}

const isMade = ({ state }: PaymentDetail['refunds'][number]) => state !== 'failed' && state !== 'cancelled'
const isWaiting = ({ state }: PaymentDetail['refundRequests'][number]) => state === 'waiting'

/** Refunds a payment, or pays out credit of the contact. */
export function RefundModal({ payment, source, amount, onClose }: Props) {
  const { t } = useLingui()
  const cache = useQueryClient()
  const { id, currency } = payment
  const configs = useQuery(paymentConfigsQuery).data
  const cards = useQuery(cardPaymentsOf(id)).data?.payments ?? []
  const all = source === 'credit' ? payment.creditAmount : payment.refundableAmount
  // A refund goes to a single card, so it is at most what was paid with one card.
  const toCard = Math.min(all, Math.max(0, ...cards.map(({ refundableAmount }) => refundableAmount)))
  // Idempotency key: a retry must not refund twice.
  const [clientRefundId] = useState(() => crypto.randomUUID())
  const refusedByCard = (refund: number, target: string) =>
    target === 'card' &&
    !isChargeable(refund, currency) &&
    t`In ${currency}, the last digit of an amount to a card must be 0.`
  const form = useApiForm({
    initial: {
      amount: (amount ?? (toCard > 0 ? toCard : all)) as number | null,
      target: toCard > 0 ? 'card' : 'cash',
      by: 'amount',
      chosen: NO_LINES,
      reason: '',
    },
    rules: {
      amount: (amount, { by, target }) =>
        by === 'amount' && (amount ? refusedByCard(amount, target) : t`Enter an amount.`),
      chosen: (chosen, { by, target }) =>
        by === 'lines' && (sumOfLines(chosen) ? refusedByCard(sumOfLines(chosen), target) : t`Choose what to refund.`),
    },
    errorFields: {
      RefundTooHigh: (_, { by }) => (by === 'lines' ? 'chosen' : 'amount'),
      CreditTooLow: 'amount',
    },
    save: async ({ amount: entered, by, chosen, target, reason }) => {
      const amount = by === 'lines' ? sumOfLines(chosen) : entered
      await api.paymentRequests.refund({
        ...{ id, clientRefundId, source, reason, amount: amount ?? 0 },
        ...(by === 'lines' && { lines: chosenLines(chosen) }),
        target: REFUND_TARGETS.find((each) => each === target) ?? 'cash',
      })
      await cache.invalidateQueries({ queryKey: PAYMENTS_KEY })
    },
  })
  const earlier = sumOf(
    [...payment.refunds.filter(isMade), ...payment.refundRequests.filter(isWaiting)].map((each) => each.amount),
  )
  const { by, chosen } = form.values
  const isByLines = by === 'lines'
  const refundAmount = isByLines ? sumOfLines(chosen) : (form.values.amount ?? 0)
  const refund = { amount: refundAmount, earlierAmount: earlier, currency }
  const isForApproval = configs !== undefined && needsRefundApproval(configs, refund)
  const isToCard = form.values.target === 'card'
  return (
    <FormModal
      title={source === 'credit' ? t`Pay out credit` : t`Refund`}
      submitLabel={isForApproval ? t`Ask for approval` : source === 'credit' ? t`Pay out` : t`Refund`}
      form={form}
      isDestructive
      onClose={onClose}
    >
      <Text size="sm">
        {isToCard ? (
          <Trans>Up to {moneyText(toCard, currency)}. Stripe sends it to the card within a few days.</Trans>
        ) : (
          <Trans>Up to {moneyText(all, currency)}. Frontdesk only records this. Pay the money back yourself.</Trans>
        )}
      </Text>
      {isForApproval && (
        <Text size="sm">
          <Trans>
            Refunds of this size need a second person’s approval. Nothing is refunded until a teammate approves.
          </Trans>
        </Text>
      )}
      {source === 'payment' && payment.refundableLines.length > 0 && (
        <NativeSelect
          label={t`What to refund`}
          data={[
            { value: 'amount', label: t`An amount` },
            { value: 'lines', label: t`Selected lines` },
          ]}
          {...form.text('by')}
        />
      )}
      {isByLines ? (
        <RefundLineFields payment={payment} {...form.control('chosen')} />
      ) : (
        <AmountInput label={t`Amount`} data-autofocus currency={currency} {...form.control('amount')} />
      )}
      {(source === 'payment' || toCard > 0) && (
        <NativeSelect
          label={t`Refund method`}
          data={[
            ...(toCard > 0 ? [{ value: 'card', label: t`To the card it was paid with` }] : []),
            { value: 'cash', label: t`Paid back outside Frontdesk` },
            ...(source === 'payment' ? [{ value: 'credit', label: t`Added to the contact’s credit` }] : []),
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
