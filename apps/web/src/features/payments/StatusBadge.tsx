import type { PaymentDocument } from '@frontdesk/contract/api'
import { useLingui } from '@lingui/react/macro'
import { PAYMENT_STATUS_COLORS, PAYMENT_STATUS_TEXTS } from '../../entities/payment/payment-texts.ts'
import classes from './Payments.module.css'

/** The status of a document, and whether its last message was undelivered. */
export function StatusBadge({ status, isUndelivered }: Pick<PaymentDocument, 'status' | 'isUndelivered'>) {
  const { t, i18n } = useLingui()
  return (
    <span className={classes.status} data-color={isUndelivered ? 'red' : PAYMENT_STATUS_COLORS[status]}>
      {i18n._(PAYMENT_STATUS_TEXTS[status])}
      {isUndelivered && <>, {t`undelivered`}</>}
    </span>
  )
}
