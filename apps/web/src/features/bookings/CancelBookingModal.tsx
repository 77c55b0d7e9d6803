import type { Booking, BookingPayment } from '@frontdesk/contract/api'
import { can, isHolding } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { Radio, Switch, Text, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { BOOKINGS_KEY, paymentOfVisit } from '../../entities/booking/queries.ts'
import { api } from '../../lib/api.ts'
import { moneyText } from '../../lib/money-text.ts'
import { serverInstant } from '../../lib/server-time.ts'
import { useMe } from '../../lib/session/use-me.ts'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { useApiForm } from '../../ui/form/use-api-form.ts'
import { PresentVisit } from './PresentVisit.tsx'
import { type Scope, ScopeField } from './ScopeField.tsx'
import { usePresentBooking } from './use-present-booking.ts'

interface Props {
  booking: Booking
  onClose: () => void
}

/** Cancels a visit, or more of its series. */
export function CancelBookingModal({ booking: opened, onClose }: Props) {
  const { t } = useLingui()
  const { booking, onConflict } = usePresentBooking(opened)
  const cache = useQueryClient()
  const mayManage = can(useMe(), 'payments_manage')
  const paid = useQuery(paymentOfVisit(booking.id)).data
  const isToDecide = mayManage && paid !== undefined && paid.depositAmount > 0
  const refundUntil = paid?.terms?.refundUntilUtc
  const byTerms = refundUntil && refundUntil > serverInstant() ? 'refund' : 'keep'
  const form = useApiForm({
    initial: { reason: '', scope: 'this' as Scope, tellsContact: true, payment: null as 'refund' | 'keep' | null },
    save: async ({ payment, ...values }) => {
      const decision = isToDecide ? { payment: payment ?? byTerms } : {}
      await api.bookings.cancel({ id: booking.id, version: booking.version, ...values, ...decision })
      await cache.invalidateQueries({ queryKey: BOOKINGS_KEY })
    },
    onConflict,
  })
  const isOne = form.values.scope === 'this'
  return (
    <FormModal
      title={t`Cancel this visit?`}
      submitLabel={isOne ? t`Cancel visit` : t`Cancel visits`}
      closeLabel={isOne ? t`Keep visit` : t`Keep visits`}
      form={form}
      isDestructive
      isDisabled={!isHolding(booking.status)}
      onClose={onClose}
    >
      <PresentVisit booking={booking} />
      {isHolding(booking.status) && (
        <Text size="sm">
          <Trans>The time becomes available to others.</Trans>
        </Text>
      )}
      <ScopeField booking={booking} {...form.control('scope')} />
      {paid && paid.depositAmount > 0 && (
        <PaidNote paid={paid} byTerms={byTerms} isToDecide={isToDecide} {...form.control('payment')} />
      )}
      <TextInput label={t`Reason`} description={t`For the team only.`} maxLength={300} {...form.text('reason')} />
      {booking.contact && <Switch label={t`Text the contact`} {...form.checkbox('tellsContact')} />}
    </FormModal>
  )
}

interface PaidProps {
  paid: BookingPayment
  byTerms: 'refund' | 'keep'
  isToDecide: boolean
  value: 'refund' | 'keep' | null
  onChange: (payment: 'refund' | 'keep') => void
}

/** Refund or keep the payment made at booking: people who manage payments can override the agreed terms. */
function PaidNote({ paid, byTerms, isToDecide, value, onChange }: PaidProps) {
  const { t } = useLingui()
  const amount = moneyText(paid.depositAmount, paid.terms?.currency ?? 'USD')
  if (!isToDecide)
    return (
      <Text size="sm">
        {byTerms === 'refund' ? (
          <Trans>The {amount} paid at booking is refunded.</Trans>
        ) : (
          <Trans>The {amount} paid at booking is kept, as the contact agreed to.</Trans>
        )}
      </Text>
    )
  return (
    <Radio.Group
      label={t`${amount} was paid at booking`}
      value={value ?? byTerms}
      onChange={(next) => onChange(next === 'refund' ? 'refund' : 'keep')}
    >
      <Radio mt={6} value="refund" label={byTerms === 'refund' ? t`Refund, as the contact agreed` : t`Refund`} />
      <Radio mt={6} value="keep" label={byTerms === 'keep' ? t`Keep, as the contact agreed` : t`Keep`} />
    </Radio.Group>
  )
}
