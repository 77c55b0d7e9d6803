import type { PaymentDetail } from '@frontdesk/contract/api'
import { QUANTITY_ONE, type Share } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { DocumentHead } from '../../entities/payment/DocumentHead.tsx'
import { KIND_TEXTS } from '../../entities/payment/payment-texts.ts'
import { paymentConfigsQuery } from '../../entities/payment-configs/queries.ts'
import { moneyText, rateText } from '../../lib/money-text.ts'
import classes from './Payments.module.css'
import { TotalsList } from './writing/TotalsList.tsx'

/** The lines of a document, its totals, payments and refunds. */
export function PaymentSummary({ payment }: { payment: PaymentDetail }) {
  const { t, i18n } = useLingui()
  const { currency, lines, kind, deposit } = payment
  const configs = useQuery(paymentConfigsQuery).data
  const money = (amount: number) => moneyText(amount, currency)
  const discountText = (discount: Share) => {
    const off = discount.kind === 'percent' ? rateText(discount.rate) : money(discount.amount)
    return t`${off} off`
  }
  const sums: [string, number][] = [
    [t`Paid`, payment.paidAmount],
    [t`Tip`, payment.tipAmount],
    [t`Refunded`, payment.refundedAmount],
    [t`Overpayment, kept as credit`, payment.creditedAmount],
    [t`Contact’s credit`, payment.creditAmount],
  ]
  const paid = sums.filter(([, amount]) => amount > 0)
  return (
    <>
      {configs && <DocumentHead {...configs} title={`${i18n._(KIND_TEXTS[kind])} ${payment.invoiceNumber}`} />}
      <ul className={classes.documentLines}>
        {lines.map(
          ({ description, quantity, unitAmount, discount, taxes, isOptional, isChosen, grossAmount }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other identity and never move
            <li key={index}>
              <span className={classes.lineText}>
                {description}
                <span className={classes.soft}>
                  {i18n.number(quantity / QUANTITY_ONE)} × {money(unitAmount)}
                  {discount && <>, {discountText(discount)}</>}
                  {taxes.length > 0 && <>, {taxes.map(({ name }) => name).join(', ')}</>}
                  {isOptional && <>, {isChosen ? t`optional, chosen` : t`optional`}</>}
                </span>
              </span>
              <span>{isOptional && !isChosen ? '–' : money(grossAmount)}</span>
            </li>
          ),
        )}
      </ul>
      <TotalsList totals={payment} currency={currency} />
      {(deposit || paid.length > 0 || kind === 'request') && (
        <dl className={classes.sums}>
          {deposit && (
            <div className={classes.sumRow}>
              <dt>
                <Trans>Deposit</Trans>
              </dt>
              <dd>{money(payment.depositAmount ?? 0)}</dd>
            </div>
          )}
          {paid.map(([label, amount]) => (
            <div key={label} className={classes.sumRow}>
              <dt>{label}</dt>
              <dd>{money(amount)}</dd>
            </div>
          ))}
          {kind === 'request' && (
            <div className={classes.sumRow}>
              <dt className={classes.total}>
                <Trans>Due</Trans>
              </dt>
              <dd className={classes.total}>{money(payment.dueAmount)}</dd>
            </div>
          )}
        </dl>
      )}
    </>
  )
}
