import type { EstimateAnswer, PaymentDetail, RelatedDocument } from '@frontdesk/contract/api'
import type { AnswerChannel, DocumentPart } from '@frontdesk/contract/rules'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useTimeZone } from '../../entities/location/queries.ts'
import { KIND_TEXTS } from '../../entities/payment/payment-texts.ts'
import { moneyText } from '../../lib/money-text.ts'
import { phoneText } from '../../lib/phone-text.ts'
import { momentIn } from '../../lib/time.ts'
import classes from './Payments.module.css'
import { StatusBadge } from './StatusBadge.tsx'

const PART_TEXTS: Record<DocumentPart, MessageDescriptor> = {
  deposit: msg`Deposit`,
  instalment: msg`Instalment`,
  remainder: msg`Remainder`,
  'change-order': msg`Change order`,
}

const CHANNEL_TEXTS: Record<AnswerChannel, MessageDescriptor> = { page: msg`On the page`, text: msg`By text` }

/** The document that this one is a part of, and its own parts. */
export function RelatedDocuments({ payment }: { payment: PaymentDetail }) {
  return (
    <dl className={classes.facts}>
      {payment.related.map((related) => (
        <Related key={related.id} related={related} currency={payment.currency} />
      ))}
    </dl>
  )
}

function Related({ related, currency }: { related: RelatedDocument; currency: string }) {
  const { i18n } = useLingui()
  const { id, part, kind, invoiceNumber, totalAmount, status } = related
  const name = i18n._(part ? PART_TEXTS[part] : KIND_TEXTS[kind])
  return (
    <div className={classes.sumRow}>
      <dt>
        <Link className={classes.link} to="/payments/$invoiceid" params={{ invoiceid: id }}>
          {`${name} ${invoiceNumber}`.trim()}
        </Link>
      </dt>
      <dd>
        {moneyText(totalAmount, currency)} <StatusBadge status={status} isUndelivered={false} />
      </dd>
    </div>
  )
}

/** What the contact answered, in the words that they had before them. */
export function EstimateAnswers({ payment }: { payment: PaymentDetail }) {
  const zone = useTimeZone(payment.locationID)
  return (
    <ol className={classes.timeline}>
      {payment.answers.toReversed().map((answer) => (
        <Answer key={answer.id} answer={answer} currency={payment.currency} zone={zone} />
      ))}
    </ol>
  )
}

function Answer({ answer, currency, zone }: { answer: EstimateAnswer; currency: string; zone: string }) {
  const { i18n } = useLingui()
  const { decision, channel, version, wording, phone, totalAmount, isLate, at } = answer
  return (
    <li>
      <span>
        {decision === 'declined' ? (
          <Trans>Declined</Trans>
        ) : isLate ? (
          <Trans>Approved after it expired</Trans>
        ) : (
          <Trans>Approved</Trans>
        )}{' '}
        {moneyText(totalAmount, currency)}
      </span>
      <span>
        <Trans>
          Version {version}, {i18n._(CHANNEL_TEXTS[channel])}, {phoneText(phone)}, {momentIn(at, zone)}
        </Trans>
      </span>
      <span>{wording}</span>
      {answer.answer !== '' && <span>“{answer.answer}”</span>}
    </li>
  )
}
