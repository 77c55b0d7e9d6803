import type { PaymentActivity, PaymentDetail } from '@frontdesk/contract/api'
import { CARD_PAYMENT_METHODS, MANUAL_METHODS, paymentFailure } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { useTimeZone } from '../../entities/location/queries.ts'
import {
  ACTIVITY_TEXTS,
  CARD_METHOD_TEXTS,
  disputeReasonText,
  METHOD_TEXTS,
  PAYMENT_FAILURE_TEXTS,
} from '../../entities/payment/payment-texts.ts'
import { moneyText } from '../../lib/money-text.ts'
import { momentLabel } from '../../lib/time.ts'
import classes from './Payments.module.css'

/** The timeline of a document, newest first. */
export function Timeline({ payment: { timeline, currency, locationID } }: { payment: PaymentDetail }) {
  const zone = useTimeZone(locationID)
  return (
    <ol className={classes.timeline}>
      {timeline.toReversed().map((activity) => (
        <Entry key={activity.id} activity={activity} currency={currency} zone={zone} />
      ))}
    </ol>
  )
}

const isDispute = (kind: PaymentActivity['kind']): boolean =>
  kind === 'disputed' || kind === 'dispute-won' || kind === 'dispute-lost'

function Entry({ activity, currency, zone }: { activity: PaymentActivity; currency: string; zone: string }) {
  const { i18n } = useLingui()
  const { kind, amount, note, by, at, isUndelivered } = activity
  const manual = MANUAL_METHODS.find((each) => each === activity.method)
  const online = CARD_PAYMENT_METHODS.find((each) => each === activity.method)
  const failure = paymentFailure(activity.failureCode)
  const method = manual ? METHOD_TEXTS[manual] : online && CARD_METHOD_TEXTS[online]
  return (
    <li>
      <span>
        {i18n._(ACTIVITY_TEXTS[kind])}
        {amount !== null && <> {moneyText(amount, currency)}</>}
        {method && <> ({i18n._(method)})</>}
        {activity.method === 'email' && (
          <>
            {' '}
            <Trans>by email</Trans>
          </>
        )}
        {isUndelivered && (
          <span className={classes.problem}>
            , <Trans>the text was undelivered</Trans>
          </span>
        )}
      </span>
      {note && <span className={classes.soft}>{isDispute(kind) ? i18n._(disputeReasonText(note)) : note}</span>}
      {failure && <span className={classes.soft}>{i18n._(PAYMENT_FAILURE_TEXTS[failure])}</span>}
      <span className={classes.soft}>
        {momentLabel(at, zone)}
        {by && <>, {by}</>}
      </span>
    </li>
  )
}
