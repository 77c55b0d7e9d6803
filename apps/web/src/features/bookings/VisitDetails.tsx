import type { Booking } from '@frontdesk/contract/api'
import { Trans, useLingui } from '@lingui/react/macro'
import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { resourcesText, STATUS_TEXTS } from '../../entities/booking/booking-texts.ts'
import { NoShowNote } from '../../entities/booking/NoShowNote.tsx'
import { useLocations } from '../../entities/location/queries.ts'
import { durationText } from '../../lib/duration-text.ts'
import { moneyText } from '../../lib/money-text.ts'
import { phoneText } from '../../lib/phone-text.ts'
import { momentLabel } from '../../lib/time.ts'
import classes from './Bookings.module.css'
import { VisitHistory } from './VisitHistory.tsx'
import { VisitPayment } from './VisitPayment.tsx'
import { VisitRow } from './VisitRow.tsx'

interface Props {
  booking: Booking
  onClose: () => void
}

/** Details of a visit: time, contact, services, answers, payments and history. */
export function VisitDetails({ booking, onClose }: Props) {
  const { t, i18n } = useLingui()
  const location = useLocations().find(({ id }) => id === booking.locationID)
  const { contact, items, startsOnUtc, endsOnUtc, timeZone, answers, seriesID } = booking
  return (
    <dl className={classes.details}>
      <VisitRow label={t`Status`}>{i18n._(STATUS_TEXTS[booking.status])}</VisitRow>
      <VisitRow label={t`Time`}>
        {momentLabel(startsOnUtc, timeZone, endsOnUtc)}
        {seriesID !== null && (
          <span className={classes.visitDetail}>
            <Trans>One of a series of visits</Trans>
          </span>
        )}
      </VisitRow>
      <VisitRow label={t`Contact`}>
        {contact ? <ContactLinks contact={contact} onClose={onClose} /> : t`Unknown or deleted`}
      </VisitRow>
      <VisitRow label={t`Service`}>
        {items.map((item) => (
          <ItemText key={item.startsOnUtc} item={item} />
        ))}
      </VisitRow>
      <VisitRow label={t`With`}>{resourcesText(booking)}</VisitRow>
      <VisitRow label={t`Location`}>{location?.name}</VisitRow>
      {answers.map(({ question, answer }) => (
        <VisitRow key={question} label={question}>
          {answer || <span className={classes.visitDetail}>{t`Not asked`}</span>}
        </VisitRow>
      ))}
      <VisitPayment booking={booking} onClose={onClose} />
      <VisitHistory booking={booking} />
    </dl>
  )
}

function ContactLinks({ contact, onClose }: { contact: NonNullable<Booking['contact']>; onClose: () => void }) {
  const { id, name, phone, conversationSid } = contact
  return (
    <>
      <Anchor component={Link} to={`/contacts/${id}`} onClick={onClose} dir="auto">
        {name}
      </Anchor>
      <span className={classes.visitDetail}>{phoneText(phone)}</span>
      <NoShowNote contactID={id} />
      {conversationSid && (
        <Anchor component={Link} to={`/conversations/${conversationSid}`} onClick={onClose} size="sm">
          <Trans>Open conversation</Trans>
        </Anchor>
      )}
    </>
  )
}

function ItemText({ item }: { item: Booking['items'][number] }) {
  const { serviceName, startsOnUtc, endsOnUtc, priceAmount, currency } = item
  const minutes = (Date.parse(endsOnUtc) - Date.parse(startsOnUtc)) / 60_000
  return (
    <div>
      {serviceName}
      <span className={classes.visitDetail}>
        {durationText(minutes)}
        {priceAmount !== null && ` · ${moneyText(priceAmount, currency)}`}
      </span>
    </div>
  )
}
