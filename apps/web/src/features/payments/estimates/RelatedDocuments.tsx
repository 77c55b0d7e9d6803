import type { PaymentDetail, RelatedDocument } from '@frontdesk/contract/api'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { KIND_TEXTS, PART_TEXTS, PAYMENT_STATUS_TEXTS } from '../../../entities/payment/payment-texts.ts'
import { useManagedKinds } from '../../../entities/payment/use-managed-kinds.ts'
import { moneyText } from '../../../lib/money-text.ts'
import classes from '../Payments.module.css'

/** The estimate that a document is a part of, or its deposit, installments, remainder and change orders. */
export function RelatedDocuments({ payment }: { payment: PaymentDetail }) {
  const { related, currency, unrequestedAmount } = payment
  return (
    <>
      {related.length > 0 && (
        <ul className={classes.documentLines}>
          {related.map((document) => (
            <Item key={document.id} document={document} currency={currency} />
          ))}
        </ul>
      )}
      {unrequestedAmount !== null && (
        <dl className={classes.sums}>
          <dt>
            <Trans>Not requested yet</Trans>
          </dt>
          <dd>{moneyText(unrequestedAmount, currency)}</dd>
        </dl>
      )}
    </>
  )
}

function Item({ document, currency }: { document: RelatedDocument; currency: string }) {
  const { t, i18n } = useLingui()
  const managed = useManagedKinds()
  const { id, kind, part, status, invoiceNumber, totalAmount, dueAmount, dueOn } = document
  const title = [i18n._(part ? PART_TEXTS[part] : KIND_TEXTS[kind]), invoiceNumber].filter(Boolean).join(' ')
  const due = dueOn && i18n.date(dueOn, { dateStyle: 'medium', timeZone: 'UTC' })
  return (
    <li>
      <span className={classes.lineText}>
        {managed[kind === 'request' ? 'requests' : 'estimates'] ? (
          <span>
            <Link className={classes.link} to="/payments/$invoiceid" params={{ invoiceid: id }}>
              {title}
            </Link>
          </span>
        ) : (
          title
        )}
        <span className={classes.soft}>
          {[
            i18n._(PAYMENT_STATUS_TEXTS[status]),
            kind === 'request' && dueAmount > 0 && t`${moneyText(dueAmount, currency)} due`,
            kind === 'request' && dueAmount > 0 && due && t`due on ${due}`,
          ]
            .filter(Boolean)
            .join(', ')}
        </span>
      </span>
      <span>{moneyText(totalAmount, currency)}</span>
    </li>
  )
}
