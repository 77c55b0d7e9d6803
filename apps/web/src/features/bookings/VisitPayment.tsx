import type { Booking, BookingPayment, BookingRequest } from '@frontdesk/contract/api'
import { can, cardText } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { Anchor, Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { BOOKING_PART_TEXTS, OUTCOME_TEXTS } from '../../entities/booking/payment-texts.ts'
import { BOOKINGS_KEY, paymentOfVisit } from '../../entities/booking/queries.ts'
import { PAYMENT_STATUS_TEXTS } from '../../entities/payment/payment-texts.ts'
import { api } from '../../lib/api.ts'
import { moneyText } from '../../lib/money-text.ts'
import { serverInstant } from '../../lib/server-time.ts'
import { useMe } from '../../lib/session/use-me.ts'
import { momentIn } from '../../lib/time.ts'
import { openModal } from '../../ui/modal/modals.ts'
import classes from './Bookings.module.css'
import { useReportedMutation } from './use-reported-mutation.ts'
import { VisitRow } from './VisitRow.tsx'

interface Props {
  booking: Booking
  onClose: () => void
}

/** Payments and terms of a visit, with its payment requests. */
export function VisitPayment({ booking, onClose }: Props) {
  const { t } = useLingui()
  const mayManage = can(useMe(), 'payments_manage')
  const payment = useQuery(paymentOfVisit(booking.id)).data
  if (!payment) return null
  const { terms, requests, card } = payment
  return (
    <>
      <VisitRow label={t`At booking`}>{terms && <Terms terms={terms} timeZone={booking.timeZone} />}</VisitRow>
      <VisitRow label={t`Card on file`}>{card && cardText(card)}</VisitRow>
      <VisitRow label={t`Payments`}>
        {requests.length > 0 &&
          requests.map((request) => (
            <RequestLine key={request.id} request={request} isLink={mayManage} onClose={onClose} />
          ))}
      </VisitRow>
      {mayManage && <Fee booking={booking} payment={payment} />}
    </>
  )
}

function Terms({ terms, timeZone }: { terms: NonNullable<BookingPayment['terms']>; timeZone: string }) {
  const { t, i18n } = useLingui()
  const { kind, state, amount, currency, wording, agreedAt, dueOnUtc, by, refundUntilUtc, outcome, declinedOnUtc } =
    terms
  const money = moneyText(amount, currency)
  const texts = { deposit: t`Deposit of ${money}`, price: t`Price of ${money}`, card: t`Card on file required` }
  const due = dueOnUtc === null ? '' : momentIn(dueOnUtc, timeZone)
  const states = {
    agreeing: t`The contact has not agreed yet.`,
    paying: agreedAt === null ? t`Requested, due ${due}` : t`The contact is paying.`,
    unpaid: t`Not paid, was due ${due}`,
    skipped: by === null ? t`Not requested` : t`${by} chose not to request it`,
    ended: t`Not completed in time.`,
    booked: '',
  }
  return (
    <>
      {texts[kind]}
      <span className={classes.visitDetail}>{states[state]}</span>
      {declinedOnUtc !== null && (
        <span className={classes.visitDetail}>
          <Trans>Their card was declined {momentIn(declinedOnUtc, timeZone)}</Trans>
        </span>
      )}
      {outcome !== null && <span className={classes.visitDetail}>{i18n._(OUTCOME_TEXTS[outcome])}</span>}
      {outcome === null && kind !== 'card' && refundUntilUtc !== null && (
        <span className={classes.visitDetail}>
          {refundUntilUtc > serverInstant() ? (
            <Trans>Refunded if they cancel before {momentIn(refundUntilUtc, timeZone)}</Trans>
          ) : (
            <Trans>No refund if they cancel now</Trans>
          )}
        </span>
      )}
      {agreedAt !== null && (
        <details className={classes.visitDetail}>
          <summary>
            <Trans>Terms accepted {momentIn(agreedAt, timeZone)}</Trans>
          </summary>
          {wording}
        </details>
      )}
    </>
  )
}

interface LineProps {
  request: BookingRequest
  isLink: boolean
  onClose: () => void
}

function RequestLine({ request, isLink, onClose }: LineProps) {
  const { i18n } = useLingui()
  const { id, part, status, invoiceNumber, totalAmount, refundedAmount, currency } = request
  const text = [i18n._(BOOKING_PART_TEXTS[part]), invoiceNumber].filter(Boolean).join(' ')
  return (
    <div>
      {isLink ? (
        <Anchor component={Link} to={`/payments/${id}`} onClick={onClose}>
          {text}
        </Anchor>
      ) : (
        text
      )}
      <span className={classes.visitDetail}>
        {moneyText(totalAmount, currency)} · {i18n._(PAYMENT_STATUS_TEXTS[status])}
        {refundedAmount > 0 && refundedAmount < totalAmount && ` (${moneyText(refundedAmount, currency)})`}
      </span>
    </div>
  )
}

/** The no-show fee, to charge or waive. */
function Fee({ booking, payment: { terms, fee } }: { booking: Booking; payment: BookingPayment }) {
  const { t } = useLingui()
  const cache = useQueryClient()
  const waive = useReportedMutation(async (isWaived: boolean) => {
    await api.bookingPayments.waiveFee({ id: booking.id, isWaived })
    await cache.invalidateQueries({ queryKey: BOOKINGS_KEY })
  })
  if (!terms || (!fee && terms.feeWaivedAt === null)) return null
  return (
    <VisitRow label={t`No-show fee`}>
      {fee ? (
        <div className={classes.inlineActions}>
          <Button size="xs" onClick={() => openModal('charge-no-show-fee', { booking, fee, currency: terms.currency })}>
            <Trans>Charge {moneyText(fee.maxAmount, terms.currency)}…</Trans>
          </Button>
          <Button size="xs" variant="default" loading={waive.isPending} onClick={() => waive.mutate(true)}>
            <Trans>Waive</Trans>
          </Button>
        </div>
      ) : (
        <>
          {terms.feeWaivedBy === null ? t`Waived` : t`Waived by ${terms.feeWaivedBy}`}
          <div className={classes.inlineActions}>
            <Button size="xs" variant="default" loading={waive.isPending} onClick={() => waive.mutate(false)}>
              <Trans>Undo</Trans>
            </Button>
          </div>
        </>
      )}
    </VisitRow>
  )
}
