import type { TaxTotal } from '@frontdesk/contract/api'
import { exemptedAmount } from '@frontdesk/contract/rules'
import { Trans } from '@lingui/react/macro'
import { moneyText } from '../../../lib/money-text.ts'
import classes from '../Payments.module.css'

interface Props {
  currency: string
  totals: {
    grossAmount: number
    discountAmount: number
    taxes: readonly Pick<TaxTotal, 'id' | 'name' | 'isInclusive' | 'amount'>[]
    totalAmount: number
  }
}

/** The amounts of a document, from subtotal to total. */
export function TotalsList({ currency, totals }: Props) {
  const { grossAmount, discountAmount, taxes, totalAmount } = totals
  const exempted = exemptedAmount(totals)
  const money = (amount: number) => moneyText(amount, currency)
  return (
    <dl className={classes.sums}>
      <dt>
        <Trans>Subtotal</Trans>
      </dt>
      <dd>{money(grossAmount)}</dd>
      {discountAmount > 0 && (
        <>
          <dt>
            <Trans>Discount</Trans>
          </dt>
          <dd>−{money(discountAmount)}</dd>
        </>
      )}
      {exempted < 0 && (
        <>
          <dt>
            <Trans>Tax not charged</Trans>
          </dt>
          <dd>−{money(-exempted)}</dd>
        </>
      )}
      {taxes.map(({ id, name, isInclusive, amount }) => (
        <div key={id} className={classes.sumRow}>
          <dt>{isInclusive ? <Trans>{name}, included</Trans> : name}</dt>
          <dd>{money(amount)}</dd>
        </div>
      ))}
      <dt className={classes.total}>
        <Trans>Total</Trans>
      </dt>
      <dd className={classes.total}>{money(totalAmount)}</dd>
    </dl>
  )
}
