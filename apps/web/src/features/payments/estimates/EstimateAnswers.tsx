import type { EstimateAnswer, PaymentDetail } from '@frontdesk/contract/api'
import { Trans, useLingui } from '@lingui/react/macro'
import { useTimeZone } from '../../../entities/location/queries.ts'
import { ANSWER_TEXTS } from '../../../entities/payment/payment-texts.ts'
import { moneyText } from '../../../lib/money-text.ts'
import { phoneText } from '../../../lib/phone-text.ts'
import { momentLabel } from '../../../lib/time.ts'
import classes from '../Payments.module.css'

/** The contact’s answers to an estimate, newest first, as they were recorded as evidence. */
export function EstimateAnswers({ payment }: { payment: PaymentDetail }) {
  return (
    <ol className={classes.timeline}>
      {payment.answers.toReversed().map((answer) => (
        <Answer key={answer.id} answer={answer} payment={payment} />
      ))}
    </ol>
  )
}

function Answer({ answer, payment }: { answer: EstimateAnswer; payment: PaymentDetail }) {
  const { t, i18n } = useLingui()
  const zone = useTimeZone(payment.locationID)
  const { decision, channel, version, wording, phone, at, isLate, totalAmount } = answer
  const answerLabel = channel === 'text' ? t`Text` : decision === 'approved' ? t`Name entered` : t`Reason`
  const chosen = chosenOf(answer, payment)
  const rows: [string, string | false][] = [
    [t`Version`, String(version)],
    [t`Total`, moneyText(totalAmount, payment.currency)],
    [
      t`Chosen lines`,
      chosen.length > 0 && chosen.map((line) => (typeof line === 'number' ? t`Line ${line}` : line)).join(', '),
    ],
    [t`Wording`, wording],
    [answerLabel, answer.answer],
    [t`Phone number`, phoneText(phone)],
    [t`Time`, momentLabel(at, zone)],
  ]
  return (
    <li>
      <strong>
        {i18n._(ANSWER_TEXTS[decision][channel])}
        {isLate && (
          <>
            , <Trans>after it expired</Trans>
          </>
        )}
      </strong>
      <dl className={classes.facts}>
        {rows.map(
          ([label, value]) =>
            value && (
              <div key={label} className={classes.sumRow}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
    </li>
  )
}

/** The optional lines that they chose; only their numbers if the lines have changed since. */
function chosenOf({ chosenLines, at }: EstimateAnswer, { lines, timeline }: PaymentDetail): (string | number)[] {
  const isChanged = timeline.some((activity) => activity.kind === 'changed' && activity.at > at)
  return chosenLines.map((index) => (isChanged ? undefined : lines[index]?.description) ?? index + 1)
}
