import type { Booking, BookingPayment, PaymentConfigs } from '@frontdesk/contract/api'
import { CURRENCIES, QUANTITY_ONE } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { BOOKINGS_KEY, paymentOfVisit } from '../../entities/booking/queries.ts'
import { PAYMENTS_KEY } from '../../entities/payment/queries.ts'
import { paymentConfigsQuery } from '../../entities/payment-configs/queries.ts'
import { api } from '../../lib/api.ts'
import { moneyText } from '../../lib/money-text.ts'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { useApiForm } from '../../ui/form/use-api-form.ts'
import { isFilled, type LineDraft, newLine, totalsOf } from './writing/document-lines.ts'
import { LineFields } from './writing/LineFields.tsx'

interface Props {
  booking: Booking
  onClose: () => void
}

/** Requests payment for a visit: its services, less the amount paid at booking. */
export function RequestVisitPaymentModal(props: Props) {
  const configs = useQuery(paymentConfigsQuery).data
  const payment = useQuery(paymentOfVisit(props.booking.id)).data
  return configs && payment ? <RequestForm {...props} configs={configs} payment={payment} /> : null
}

const toDrafts = (payment: BookingPayment, configs: PaymentConfigs): LineDraft[] =>
  payment.suggestedLines.length === 0
    ? [newLine(configs)]
    : payment.suggestedLines.map(({ description, unitAmount, taxIDs }) => ({
        ...{ key: crypto.randomUUID(), description, unitAmount, taxIDs, quantity: QUANTITY_ONE },
        ...{ discount: null, isOptional: false, isChosen: false },
      }))

function RequestForm({
  booking,
  configs,
  payment,
  onClose,
}: Props & { configs: PaymentConfigs; payment: BookingPayment }) {
  const { t } = useLingui()
  const cache = useQueryClient()
  const navigate = useNavigate()
  // Idempotency key: a retry must not add a second request.
  const [clientDocumentId] = useState(() => crypto.randomUUID())
  const { deductibleAmount } = payment
  const code = payment.terms?.currency ?? booking.items[0]?.currency
  const currency = CURRENCIES.find((each) => each === code) ?? configs.currency
  const form = useApiForm({
    initial: { lines: toDrafts(payment, configs) },
    errorFields: { InvalidInput: 'lines' },
    save: async ({ lines }) => {
      const { data } = await api.bookingPayments.request({
        ...{ id: booking.id, clientDocumentId },
        lines: lines.map(({ description, quantity, unitAmount, discount, taxIDs }) => ({
          ...{ description, quantity, unitAmount: unitAmount ?? 0, discount, taxIDs },
        })),
      })
      await cache.invalidateQueries({ queryKey: BOOKINGS_KEY })
      void cache.invalidateQueries({ queryKey: PAYMENTS_KEY })
      void navigate({ to: '/payments/$invoiceid', params: { invoiceid: data.id } })
    },
  })
  const { lines } = form.values
  const { taxes } = configs
  const { totalAmount } = totalsOf(lines, { taxes, discount: null, isExempt: payment.isTaxExempt })
  const dueAmount = totalAmount - deductibleAmount
  return (
    <FormModal
      title={t`Request payment for this visit`}
      submitLabel={t`Save draft`}
      form={form}
      isDisabled={!lines.every(isFilled) || dueAmount <= 0}
      onClose={onClose}
    >
      <LineFields
        lines={lines}
        configs={configs}
        currency={currency}
        hasOptions={false}
        onChange={(next) => form.set('lines', next)}
      />
      <dl style={{ margin: 0 }}>
        <Sum label={payment.isTaxExempt ? t`Total (tax-exempt)` : t`Total`} text={moneyText(totalAmount, currency)} />
        {deductibleAmount > 0 && <Sum label={t`Paid at booking`} text={`−${moneyText(deductibleAmount, currency)}`} />}
        <Sum label={t`Amount due`} text={moneyText(Math.max(0, dueAmount), currency)} />
      </dl>
      {dueAmount <= 0 && deductibleAmount > 0 && (
        <Text size="sm" c="dimmed">
          <Trans>The payment at booking covers the full amount.</Trans>
        </Text>
      )}
    </FormModal>
  )
}

const Sum = ({ label, text }: { label: string; text: string }) => (
  <div style={{ display: 'flex', justifyContent: 'space-between', gap: 'var(--mantine-spacing-md)' }}>
    <dt>{label}</dt>
    <dd style={{ margin: 0, fontVariantNumeric: 'tabular-nums' }}>{text}</dd>
  </div>
)
