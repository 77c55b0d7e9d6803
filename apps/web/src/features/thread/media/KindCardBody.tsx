import type { Media, Message } from '@frontdesk/contract/api'
import type {
  AI_UPDATE_KINDS,
  BOOKING_STATES,
  CallState,
  PAYMENT_STATES,
  PaymentState,
  REVIEW_SOURCES,
} from '@frontdesk/contract/rules'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Anchor } from '@mantine/core'
import {
  IconCalendarEvent,
  IconCreditCard,
  IconMicrophone,
  IconPhone,
  IconPhoneX,
  IconSparkles,
  IconStar,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { MediaView } from '../../../entities/message/media/MediaView.tsx'
import { useManagedKinds } from '../../../entities/payment/use-managed-kinds.ts'
import { moneyText } from '../../../lib/money-text.ts'
import { clock, exact, fullDate, isOtherClock, zoneName } from '../../../lib/time.ts'
import { openModal } from '../../../ui/modal/modals.ts'
import { LinkedText } from '../messages/LinkedText.tsx'
import { useMessageRef } from '../messages/message-elements.ts'
import classes from './KindCard.module.css'
import type { CardAttributes } from './KindCard.tsx'

interface Props {
  message: Message
  attributes: CardAttributes
  zone: string
  onShow: (media: Media) => void
}

type Of<List extends readonly string[], Text> = Record<List[number], Text>

const CALL_TEXTS: Record<CallState, { in: MessageDescriptor; out: MessageDescriptor }> = {
  incoming: { in: msg`Incoming call`, out: msg`Outgoing call` },
  starting_call: { in: msg`Incoming call`, out: msg`Calling…` },
  answered: { in: msg`Incoming call`, out: msg`Outgoing call` },
  ignored: { in: msg`Missed call`, out: msg`Call declined` },
  not_answered: { in: msg`Missed call`, out: msg`No answer` },
}
const BOOKING_TEXTS: Of<typeof BOOKING_STATES, MessageDescriptor> = {
  requested: msg`Appointment requested`,
  booked: msg`Appointment booked`,
  confirmed: msg`Appointment confirmed`,
  rescheduled: msg`Appointment moved`,
  arrived: msg`Arrived for the appointment`,
  cancelled: msg`Appointment canceled`,
  declined: msg`Appointment declined`,
  'no-show': msg`Missed the appointment`,
  completed: msg`Appointment completed`,
}
const AI_TEXTS: Of<typeof AI_UPDATE_KINDS, MessageDescriptor> = {
  answered: msg`AI employee replied`,
  'handed-over': msg`AI employee transferred it to the team`,
  paused: msg`AI employee paused`,
  resumed: msg`AI employee resumed`,
  suggested: msg`AI employee suggested a reply`,
}
const PAYMENT_TEXTS: Of<typeof PAYMENT_STATES, MessageDescriptor> = {
  sent: msg`Payment request sent`,
  'sent-reminder': msg`Payment reminder sent`,
  viewed: msg`Payment request viewed`,
  approved: msg`Approved`,
  'approved-late': msg`Approved after it expired`,
  declined: msg`Declined`,
  expired: msg`Expired`,
  'partly-paid': msg`Partly paid`,
  paid: msg`Paid`,
  'marked-as-paid': msg`Marked as paid`,
  'partly-refunded': msg`Partly refunded`,
  refunded: msg`Refunded`,
  cancelled: msg`Payment request canceled`,
  processing: msg`Payment is being processed`,
  failed: msg`Payment failed`,
  'refund-failed': msg`Refund failed`,
  disputed: msg`Payment disputed`,
  'dispute-won': msg`Dispute won`,
  'dispute-lost': msg`Dispute lost`,
}
const ESTIMATE_TEXTS: Partial<Record<keyof typeof PAYMENT_TEXTS, MessageDescriptor>> = {
  sent: msg`Estimate sent`,
  'sent-reminder': msg`Estimate reminder sent`,
  viewed: msg`Estimate viewed`,
  approved: msg`Estimate approved`,
  'approved-late': msg`Estimate approved after it expired`,
  declined: msg`Estimate declined`,
  expired: msg`Estimate expired`,
  cancelled: msg`Estimate canceled`,
}
/** States after which money is missing. */
const BAD_STATES: readonly PaymentState[] = ['failed', 'refund-failed', 'disputed', 'dispute-lost']
const SOURCE_NAMES: Of<typeof REVIEW_SOURCES, string> = { google: 'Google', facebook: 'Facebook', yelp: 'Yelp' }

export function KindCardBody(props: Props) {
  const { attributes } = props
  switch (attributes.type) {
    case 'voice':
    case 'voicemail':
    case 'ai-voice-call-update':
      return <CallCard {...props} attributes={attributes} />
    case 'booking-update':
      return <BookingCard {...props} attributes={attributes} />
    case 'ai-update':
      return <AiCard {...props} attributes={attributes} />
    case 'review':
      return <ReviewCard {...props} attributes={attributes} />
    case 'payment':
      return <PaymentCard {...props} attributes={attributes} />
  }
}

type Card<Type extends CardAttributes['type']> = Omit<Props, 'attributes'> & {
  attributes: Extract<CardAttributes, { type: Type }>
}

function CallCard({ message, attributes, zone, onShow }: Card<'voice' | 'voicemail' | 'ai-voice-call-update'>) {
  const { i18n, t } = useLingui()
  const { call, transcription, isOutgoingMessage, type } = attributes
  const isMissed = call.state === 'ignored' || call.state === 'not_answered'
  const title =
    type === 'voicemail'
      ? t`Voicemail`
      : type === 'ai-voice-call-update'
        ? t`Call with the AI employee`
        : i18n._(CALL_TEXTS[call.state][isOutgoingMessage ? 'out' : 'in'])
  const Icon = type === 'voicemail' ? IconMicrophone : isMissed ? IconPhoneX : IconPhone
  return (
    <Frame message={message} zone={zone} icon={<Icon size={18} />} title={title} isBad={isMissed && type === 'voice'}>
      {call.durationSeconds !== null && <span className={classes.soft}>{duration(call.durationSeconds)}</span>}
      {message.attachedMedia.map((media) => (
        <MediaView key={media.sid} media={media} onShow={onShow} />
      ))}
      {message.body !== '' && <Text text={message.body} />}
      {transcription !== null && (
        <details className={classes.details} open={transcription.length < 400}>
          <summary>
            <Trans>Transcript</Trans>
          </summary>
          <Text text={transcription} />
        </details>
      )}
    </Frame>
  )
}

function BookingCard({ message, attributes: { booking }, zone }: Card<'booking-update'>) {
  const { i18n } = useLingui()
  const { bookingID } = booking
  // Appointments are shown in the location's time zone.
  const when = (at: string) =>
    `${fullDate(at, zone)}, ${clock(at, zone)}${isOtherClock(at, zone) ? ` ${zoneName(zone)}` : ''}`
  return (
    <Frame
      message={message}
      zone={zone}
      icon={<IconCalendarEvent size={18} />}
      title={i18n._(BOOKING_TEXTS[booking.state])}
      isBad={booking.state === 'cancelled' || booking.state === 'no-show'}
    >
      <strong>{booking.serviceName}</strong>
      <span>
        {booking.previousStartsAt && (
          <>
            <s className={classes.soft}>{when(booking.previousStartsAt)}</s>{' '}
          </>
        )}
        <time dateTime={booking.startsAt} title={exact(booking.startsAt, zone)}>
          {when(booking.startsAt)}
        </time>
      </span>
      {message.body !== '' && <Text text={message.body} />}
      {bookingID !== undefined && (
        <Anchor
          component="button"
          type="button"
          inherit
          className={`${classes.details} ${classes.open}`}
          onClick={() => openModal('booking', { id: bookingID })}
        >
          <Trans>Details</Trans>
        </Anchor>
      )}
    </Frame>
  )
}

function AiCard({ message, attributes: { ai }, zone }: Card<'ai-update'>) {
  const { i18n } = useLingui()
  return (
    <Frame message={message} zone={zone} icon={<IconSparkles size={18} />} title={i18n._(AI_TEXTS[ai.kind])}>
      {message.body !== '' && <Text text={message.body} />}
    </Frame>
  )
}

function ReviewCard({ message, attributes: { review }, zone }: Card<'review'>) {
  const { t } = useLingui()
  const { stars, source, reviewerName, reply, url } = review
  const name = SOURCE_NAMES[source]
  return (
    <Frame
      message={message}
      zone={zone}
      icon={<IconStar size={18} />}
      title={reviewerName ? t`${name} review by ${reviewerName}` : t`${name} review`}
      isBad={stars <= 2}
    >
      <span className={classes.stars} role="img" aria-label={t`${stars} of 5 stars`}>
        {'★'.repeat(stars)}
        <span className={classes.soft}>{'★'.repeat(5 - stars)}</span>
      </span>
      {message.body !== '' && <Text text={message.body} />}
      {reply !== null && (
        <blockquote className={classes.reply}>
          <span className={classes.soft}>
            <Trans>Your reply</Trans>
          </span>
          <Text text={reply} />
        </blockquote>
      )}
      {url !== null && (
        <a href={url} target="_blank" rel="noopener noreferrer">
          <Trans>View on {name}</Trans>
        </a>
      )}
    </Frame>
  )
}

function PaymentCard({ message, attributes: { payment }, zone }: Card<'payment'>) {
  const { i18n } = useLingui()
  const { state, amount, currency, invoiceNumber, url, paymentID, kind } = payment
  const managed = useManagedKinds()
  const isManaged = kind === 'estimate' ? managed.estimates : managed.requests
  const text = (kind === 'estimate' && ESTIMATE_TEXTS[state]) || PAYMENT_TEXTS[state]
  return (
    <Frame
      message={message}
      zone={zone}
      icon={<IconCreditCard size={18} />}
      title={i18n._(text)}
      isBad={BAD_STATES.includes(state)}
    >
      <span>
        <strong className={classes.amount}>{moneyText(amount, currency)}</strong>{' '}
        <span className={classes.soft}>
          {kind === 'estimate' ? <Trans>Estimate {invoiceNumber}</Trans> : <Trans>Invoice {invoiceNumber}</Trans>}
        </span>
      </span>
      {message.body !== '' && <Text text={message.body} />}
      {paymentID !== undefined && isManaged && (
        <Link className={classes.details} to="/payments/$invoiceid" params={{ invoiceid: paymentID }}>
          <Trans>Details</Trans>
        </Link>
      )}
      {url !== null && (
        <a href={url} target="_blank" rel="noopener noreferrer">
          <Trans>Open payment page</Trans>
        </a>
      )}
    </Frame>
  )
}

interface FrameProps {
  message: Message
  zone: string
  icon: ReactNode
  title: string
  isBad?: boolean
  children: ReactNode
}

function Frame({ message, zone, icon, title, isBad = false, children }: FrameProps) {
  const { isOutgoingMessage, type } = message.attributes
  return (
    <article
      className={classes.root}
      data-side={isOutgoingMessage ? 'out' : 'in'}
      data-kind={type}
      data-bad={isBad || undefined}
      ref={useMessageRef(message.sid)}
      data-message-sid={message.sid}
      aria-label={title}
    >
      <header className={classes.head}>
        <span className={classes.icon} aria-hidden="true">
          {icon}
        </span>
        <span className={classes.title}>{title}</span>
        <time dateTime={message.dateCreated} title={exact(message.dateCreated, zone)}>
          {clock(message.dateCreated)}
        </time>
      </header>
      <div className={classes.body}>{children}</div>
    </article>
  )
}

function Text({ text }: { text: string }) {
  return (
    <p className={classes.text} dir="auto">
      <LinkedText text={text} />
    </p>
  )
}

const duration = (seconds: number) => `${Math.floor(seconds / 60)}:${String(Math.round(seconds % 60)).padStart(2, '0')}`
