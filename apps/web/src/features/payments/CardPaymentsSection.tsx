import type { CardPayment, CardPayments, PaymentDetail, PaymentRefund, SavedCard } from '@frontdesk/contract/api'
import { type CardPaymentState, cardText, paymentFailure } from '@frontdesk/contract/rules'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTimeZone } from '../../entities/location/queries.ts'
import { CARD_METHOD_TEXTS, PAYMENT_FAILURE_TEXTS } from '../../entities/payment/payment-texts.ts'
import { cardPaymentsOf, PAYMENTS_KEY } from '../../entities/payment/queries.ts'
import { api } from '../../lib/api.ts'
import { moneyText } from '../../lib/money-text.ts'
import { useSession } from '../../lib/session/session.ts'
import { momentLabel, monthDay } from '../../lib/time.ts'
import { PageSection } from '../../ui/layout/PageLayout.tsx'
import { confirm } from '../../ui/modal/confirm.ts'
import { ChargeCardModal } from './ChargeCardModal.tsx'
import { Disputes } from './Disputes.tsx'
import classes from './Payments.module.css'
import { RefundModal } from './RefundModal.tsx'
import { RefundSplit } from './Refunds.tsx'

const STATE_TEXTS: Record<CardPaymentState, MessageDescriptor> = {
  processing: msg`Being processed`,
  unknown: msg`Checking with Stripe whether it went through`,
  succeeded: msg`Paid`,
  failed: msg`Failed`,
  cancelled: msg`Canceled`,
}

const REFUND_TEXTS: Record<PaymentRefund['state'], MessageDescriptor> = {
  pending: msg`Refund on its way`,
  'requires-action': msg`The contact has to tell Stripe where the refund should go. Stripe has emailed them.`,
  succeeded: msg`Refunded`,
  failed: msg`Refund failed`,
  cancelled: msg`Refund canceled`,
}

/** Payments by card, refunds to cards, disputes and cards on file of a payment request; nothing if there are none. */
export function CardPaymentsSection({ payment }: { payment: PaymentDetail }) {
  const { t } = useLingui()
  const data = useQuery(cardPaymentsOf(payment.id)).data
  const [dialog, setDialog] = useState<'refund' | null>(null)
  const canAct = !useSession()?.viewingAs
  if (!data) return null
  const refunds = payment.refunds.filter(({ target }) => target === 'card')
  const proposed = data.proposedRefundAmount
  const isEmpty = data.payments.length + data.disputes.length + data.cards.length === 0
  if (isEmpty) return null
  return (
    <PageSection isCard title={t`Card payments`}>
      {proposed > 0 && (
        <div className={classes.notice}>
          <span>
            <Trans>
              {moneyText(proposed, payment.currency)} was paid when nothing was due anymore. It is now the contact’s
              credit.
            </Trans>
          </span>
          {canAct && (
            <Button size="xs" variant="default" onClick={() => setDialog('refund')}>
              <Trans>Refund to the card</Trans>
            </Button>
          )}
        </div>
      )}
      {data.payments.length + refunds.length > 0 && (
        <ul className={classes.timeline}>
          {data.payments.map((each) => (
            <PaymentRow key={each.id} cardPayment={each} payment={payment} />
          ))}
          {refunds.map((refund) => (
            <RefundRow key={refund.id} refund={refund} payment={payment} />
          ))}
        </ul>
      )}
      {data.disputes.length > 0 && <Disputes disputes={data.disputes} payment={payment} canAct={canAct} />}
      {data.cards.length > 0 && <Cards cards={data.cards} payment={payment} data={data} canAct={canAct} />}
      {dialog === 'refund' && (
        <RefundModal payment={payment} source="credit" amount={proposed} onClose={() => setDialog(null)} />
      )}
    </PageSection>
  )
}

function PaymentRow({ cardPayment, payment }: { cardPayment: CardPayment; payment: PaymentDetail }) {
  const { i18n } = useLingui()
  const zone = useTimeZone(payment.locationID)
  const { state, method, amount, tipAmount, feeAmount, failureCode, failureReason, by, at } = cardPayment
  const failure = paymentFailure(failureCode)
  const reason = failure ? i18n._(PAYMENT_FAILURE_TEXTS[failure]) : failureReason
  const money = (value: number) => moneyText(value, payment.currency)
  return (
    <li>
      <span className={state === 'failed' ? classes.problem : undefined}>
        {i18n._(STATE_TEXTS[state])} {money(amount + tipAmount)} (
        {cardText(cardPayment) || i18n._(CARD_METHOD_TEXTS[method])})
      </span>
      {state === 'failed' && reason && <span className={classes.soft}>{reason}</span>}
      <span className={classes.soft}>
        {momentLabel(at, zone)}
        {by && <>, {by}</>}
        {feeAmount !== null && (
          <>
            , <Trans>Stripe fee {money(feeAmount)}</Trans>
          </>
        )}
      </span>
    </li>
  )
}

function RefundRow({ refund, payment }: { refund: PaymentRefund; payment: PaymentDetail }) {
  const { i18n } = useLingui()
  const zone = useTimeZone(payment.locationID)
  const { state, amount, reason, at } = refund
  return (
    <li>
      <span className={state === 'failed' ? classes.problem : undefined}>
        {i18n._(REFUND_TEXTS[state])} {moneyText(amount, payment.currency)}
        {state === 'failed' && (
          <>
            . <Trans>The amount counts as paid again. Refund it another way.</Trans>
          </>
        )}
      </span>
      <RefundSplit refund={refund} payment={payment} />
      {reason && <span className={classes.soft}>{reason}</span>}
      <span className={classes.soft}>{momentLabel(at, zone)}</span>
    </li>
  )
}

interface CardsProps {
  cards: readonly SavedCard[]
  payment: PaymentDetail
  data: CardPayments
  canAct: boolean
}

function Cards({ cards, payment, data, canAct }: CardsProps) {
  const { t } = useLingui()
  const cache = useQueryClient()
  const [charged, setCharged] = useState<SavedCard | null>(null)
  const isBusy = data.payments.some(({ state }) => state === 'processing' || state === 'unknown')
  const canCharge = canAct && payment.dueAmount > 0 && payment.status !== 'disputed' && !isBusy
  const remove = (card: SavedCard) =>
    confirm({
      title: t`Remove this card?`,
      text: t`It can no longer be charged. The contact’s consent stays on record.`,
      confirmLabel: t`Remove card`,
      act: async () => {
        await api.cardPayments.removeCard({ id: payment.id, cardID: card.id })
        await cache.invalidateQueries({ queryKey: PAYMENTS_KEY })
      },
    })
  return (
    <>
      <h3 className={classes.subtitle}>
        <Trans>Cards on file</Trans>
      </h3>
      <ul className={classes.timeline}>
        {cards.map((card) => (
          <li key={card.id}>
            <span>{cardText(card)}</span>
            <span className={classes.soft}>
              <Trans>
                Agreed on {monthDay(card.consentAt)}: {card.consentText}
              </Trans>
            </span>
            {canAct && (
              <span className={classes.actions}>
                {canCharge && (
                  <Button size="xs" variant="default" onClick={() => setCharged(card)}>
                    <Trans>Charge this card</Trans>
                  </Button>
                )}
                <Button size="xs" variant="default" onClick={() => remove(card)}>
                  <Trans>Remove card</Trans>
                </Button>
              </span>
            )}
          </li>
        ))}
      </ul>
      {charged && <ChargeCardModal payment={payment} card={charged} onClose={() => setCharged(null)} />}
    </>
  )
}
