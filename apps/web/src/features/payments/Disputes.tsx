import type { PaymentDetail, PaymentDispute } from '@frontdesk/contract/api'
import type { DisputeState } from '@frontdesk/contract/rules'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTimeZone } from '../../entities/location/queries.ts'
import { disputeReasonText } from '../../entities/payment/payment-texts.ts'
import { moneyText } from '../../lib/money-text.ts'
import { fullDate, momentIn } from '../../lib/time.ts'
import { EvidenceModal } from './EvidenceModal.tsx'
import classes from './Payments.module.css'

const STATE_TEXTS: Record<DisputeState, MessageDescriptor> = {
  inquiry: msg`The bank is asking about this payment. No money has moved.`,
  'needs-response': msg`The contact disputed this payment. Stripe is holding the money until the bank decides.`,
  'under-review': msg`The bank is reviewing the dispute.`,
  won: msg`Dispute won. Stripe returned the money to you.`,
  lost: msg`Dispute lost. The contact keeps the money.`,
  closed: msg`The bank closed its inquiry.`,
}

interface Props {
  disputes: readonly PaymentDispute[]
  payment: PaymentDetail
  canAct: boolean
}

/** Disputes of a payment request, with the deadline for evidence. */
export function Disputes({ disputes, payment, canAct }: Props) {
  const [answered, setAnswered] = useState<string | null>(null)
  return (
    <>
      <h3 className={classes.subtitle}>
        <Trans>Disputes</Trans>
      </h3>
      <ul className={classes.timeline}>
        {disputes.map((dispute) => (
          <Row
            key={dispute.id}
            dispute={dispute}
            payment={payment}
            onAnswer={canAct ? () => setAnswered(dispute.id) : null}
          />
        ))}
      </ul>
      {answered && <EvidenceModal id={answered} onClose={() => setAnswered(null)} />}
    </>
  )
}

function Row({
  dispute,
  payment,
  onAnswer,
}: {
  dispute: PaymentDispute
  payment: PaymentDetail
  onAnswer: (() => void) | null
}) {
  const { i18n } = useLingui()
  const zone = useTimeZone(payment.locationID)
  const { state, amount, feeAmount, reason, evidenceDueAt, submittedAt, submittedBy, isSubmitting, failureReason } =
    dispute
  const isOpen = state === 'needs-response' || state === 'inquiry'
  const isAnswerable = isOpen && submittedAt === null && !isSubmitting
  const reasonText = i18n._(disputeReasonText(reason))
  const money = (value: number) => moneyText(value, payment.currency)
  return (
    // Gets the focus once evidence was sent, and with it the button to do so is gone.
    <li tabIndex={-1}>
      <span className={isOpen || state === 'lost' ? classes.problem : undefined}>
        {money(amount)}: {i18n._(STATE_TEXTS[state])}
      </span>
      <span className={classes.soft}>
        <Trans>Reason: {reasonText}</Trans>
        {feeAmount > 0 && (
          <>
            , <Trans>Stripe fee {money(feeAmount)}</Trans>
          </>
        )}
      </span>
      {isAnswerable && evidenceDueAt && (
        <span>
          <Trans>
            Send evidence by {fullDate(evidenceDueAt, zone)}. You can’t refund this payment until the dispute is
            decided.
          </Trans>
        </span>
      )}
      {isSubmitting && (
        <span className={classes.soft}>
          <Trans>Evidence is being sent…</Trans>
        </span>
      )}
      {submittedAt && (
        <span className={classes.soft}>
          <Trans>
            Evidence sent {momentIn(submittedAt, zone)} by {submittedBy}
          </Trans>
        </span>
      )}
      {failureReason && (
        <span className={classes.problem}>
          <Trans>The evidence was not accepted: {failureReason}</Trans>
        </span>
      )}
      {isAnswerable && onAnswer && (
        <span className={classes.actions}>
          <Button size="xs" variant="default" onClick={onAnswer}>
            <Trans>Send evidence</Trans>
          </Button>
        </span>
      )}
    </li>
  )
}
