import type { PaymentDetail } from '@frontdesk/contract/api'
import {
  chargedShareOf,
  INSTALLMENTS_MAX,
  installmentAmounts,
  RATE_ONE,
  type Share,
  sumOf,
} from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { Checkbox, NativeSelect, NumberInput, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTimeZone } from '../../../entities/location/queries.ts'
import { PAYMENTS_KEY } from '../../../entities/payment/queries.ts'
import { ShareField } from '../../../entities/payment/ShareField.tsx'
import { api } from '../../../lib/api.ts'
import { moneyText } from '../../../lib/money-text.ts'
import { serverInstant } from '../../../lib/server-time.ts'
import { dayKey } from '../../../lib/time.ts'
import { FormModal } from '../../../ui/form/FormModal.tsx'
import { useApiForm } from '../../../ui/form/use-api-form.ts'
import { DateInput } from '../../../ui/input/DateInput.tsx'
import { convertibleAmount } from '../payment-abilities.ts'
import { type InstallmentDraft, InstallmentFields } from './InstallmentFields.tsx'

interface Props {
  estimate: PaymentDetail
  onConverted: (requests: PaymentDetail[]) => void
  onClose: () => void
}

const toInput = ({ dueOn, amount }: InstallmentDraft) => ({ dueOn, amount: amount ?? 0 })
const HALF: Share = { kind: 'percent', rate: RATE_ONE / 2 }

/** Adds payment requests for an estimate: a deposit, the remainder, or the remainder in installments. */
export function ConvertModal({ estimate, onConverted, onClose }: Props) {
  const { t } = useLingui()
  const cache = useQueryClient()
  const zone = useTimeZone(estimate.locationID)
  // Idempotency key: a retry must not add the requests twice.
  const [clientDocumentId] = useState(() => crypto.randomUUID())
  const { id, currency, totalAmount, related, contact } = estimate
  const left = convertibleAmount(estimate)
  const today = Temporal.PlainDate.from(dayKey(serverInstant(), zone))
  const planOf = (count: number): InstallmentDraft[] =>
    installmentAmounts(left, count, currency).map((amount, index) => ({
      amount,
      dueOn: today.add({ months: index }).toString(),
    }))
  const hasConversation = typeof contact?.conversationSid === 'string'
  const hasDeposit = related.some(({ part }) => part === 'deposit')
  const form = useApiForm({
    initial: {
      kind: hasDeposit ? 'remainder' : 'deposit',
      share: (estimate.deposit ?? HALF) as Share | null,
      dueOn: '',
      installments: planOf(2),
      // The contact agreed to it.
      sendsOnDates: hasConversation && estimate.status === 'approved',
    },
    save: async ({ kind, share, dueOn, installments, sendsOnDates }) => {
      const request = { id, clientDocumentId }
      const { data } =
        kind === 'installments'
          ? await api.paymentEstimates.convert({
              ...request,
              part: { kind, installments: installments.map(toInput), sendsOnDates },
            })
          : kind === 'deposit'
            ? await api.paymentEstimates.convert({ ...request, part: { kind, share: share ?? HALF } })
            : await api.paymentEstimates.convert({
                ...request,
                part: { kind: 'remainder', ...(dueOn && { dueOn }) },
              })
      await cache.invalidateQueries({ queryKey: PAYMENTS_KEY })
      onConverted(data.requests)
    },
  })
  const { kind, share, installments, sendsOnDates } = form.values
  const isSending = kind === 'installments' && sendsOnDates
  const deposit = Math.min(left, chargedShareOf(totalAmount, share, currency))
  const planned = sumOf(installments.map(({ amount }) => amount ?? 0))
  const isPlan = planned === left && installments.every(({ amount, dueOn }) => amount && dueOn)
  const isReady = kind === 'deposit' ? deposit > 0 : kind === 'remainder' || isPlan
  return (
    <FormModal
      title={t`Request payment`}
      submitLabel={kind === 'installments' ? t`Add payment requests` : t`Add payment request`}
      form={form}
      isDisabled={!isReady}
      onClose={onClose}
    >
      <Text size="sm">
        {isSending ? (
          <Trans>Lines, note and terms come from the estimate.</Trans>
        ) : (
          <Trans>Lines, note and terms come from the estimate. What you add is a draft until you send it.</Trans>
        )}
      </Text>
      <NativeSelect
        label={t`What to request`}
        data-autofocus
        data={[
          { value: 'deposit', label: t`A deposit` },
          {
            value: 'remainder',
            label:
              left === totalAmount
                ? t`Full amount: ${moneyText(left, currency)}`
                : t`Remainder: ${moneyText(left, currency)}`,
          },
          { value: 'installments', label: t`Remainder, in installments` },
        ]}
        {...form.text('kind')}
      />
      {kind === 'deposit' && (
        <>
          <ShareField label={t`Deposit`} currency={currency} {...form.control('share')} />
          <Text size="sm">
            <Trans>
              {moneyText(deposit, currency)} of {moneyText(totalAmount, currency)}
            </Trans>
          </Text>
        </>
      )}
      {kind === 'remainder' && (
        <DateInput
          label={t`Due on`}
          description={t`Leave empty to use the default from Settings.`}
          isClearable
          {...form.control('dueOn')}
        />
      )}
      {kind === 'installments' && (
        <>
          <NumberInput
            w={180}
            label={t`Number of installments`}
            min={2}
            max={INSTALLMENTS_MAX}
            clampBehavior="strict"
            allowDecimal={false}
            value={installments.length}
            onChange={(count) => Number(count) >= 2 && form.set('installments', planOf(Number(count)))}
          />
          <InstallmentFields currency={currency} {...form.control('installments')} />
          <Checkbox
            label={t`Send each on its date`}
            description={
              hasConversation
                ? t`At 10 AM, by text. You can see, change and cancel these texts in the conversation.`
                : t`To send texts, start a conversation with this contact first.`
            }
            disabled={!hasConversation}
            checked={sendsOnDates}
            onChange={({ currentTarget }) => form.set('sendsOnDates', currentTarget.checked)}
          />
          {planned !== left && (
            <Text size="sm" role="status">
              <Trans>
                The installments add up to {moneyText(planned, currency)}. They have to add up to{' '}
                {moneyText(left, currency)}.
              </Trans>
            </Text>
          )}
        </>
      )}
    </FormModal>
  )
}
