import type { PaymentDetail, PaymentRefund } from '@frontdesk/contract/api'
import { QUANTITY_ONE } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { useTimeZone } from '../../entities/location/queries.ts'
import { REFUND_TARGET_TEXTS } from '../../entities/payment/payment-texts.ts'
import { moneyText } from '../../lib/money-text.ts'
import { momentLabel } from '../../lib/time.ts'
import classes from './Payments.module.css'

/** Refunds not made to a card. Refunds to cards are listed with the card payments. */
export const refundsByHand = ({ refunds }: PaymentDetail): PaymentRefund[] =>
  refunds.filter(({ target }) => target !== 'card')

/** Refunds of cash and credit, each with its lines. */
export function Refunds({ payment }: { payment: PaymentDetail }) {
  return (
    <ul className={classes.documentLines}>
      {refundsByHand(payment).map((refund) => (
        <Item key={refund.id} refund={refund} payment={payment} />
      ))}
    </ul>
  )
}

/** The parts of a refund: lines, tax and tip. */
export function RefundSplit({ refund, payment }: { refund: PaymentRefund; payment: PaymentDetail }) {
  const { t, i18n } = useLingui()
  const { lines, netAmount, taxAmount, tipAmount } = refund
  const money = (part: number) => moneyText(part, payment.currency)
  const ofLines = lines.map(({ line, quantity, netAmount: net }) => {
    const description = payment.lines[line]?.description ?? ''
    const count = quantity === null ? '' : ` × ${i18n.number(quantity / QUANTITY_ONE)}`
    return `${description}${count} ${money(net)}`
  })
  const split = [
    ...(lines.length > 0 ? ofLines : [netAmount > 0 && t`Net ${money(netAmount)}`]),
    taxAmount > 0 && t`Tax ${money(taxAmount)}`,
    tipAmount > 0 && t`Tip ${money(tipAmount)}`,
  ].filter(Boolean)
  return split.length > 0 && <span className={classes.soft}>{split.join(', ')}</span>
}

function Item({ refund, payment }: { refund: PaymentRefund; payment: PaymentDetail }) {
  const { i18n } = useLingui()
  const zone = useTimeZone(payment.locationID)
  const { source, target, amount, reason, at } = refund
  return (
    <li>
      <span className={classes.lineText}>
        {source === 'credit' ? <Trans>Credit paid out</Trans> : i18n._(REFUND_TARGET_TEXTS[target])}
        <RefundSplit refund={refund} payment={payment} />
        {reason && <span>{reason}</span>}
        <span className={classes.soft}>{momentLabel(at, zone)}</span>
      </span>
      <span>{moneyText(amount, payment.currency)}</span>
    </li>
  )
}
