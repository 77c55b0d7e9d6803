import type { PaymentDetail } from '@frontdesk/contract/api'
import { Trans, useLingui } from '@lingui/react/macro'
import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { BOOKING_PART_TEXTS } from '../../entities/booking/payment-texts.ts'
import { bookingById } from '../../entities/booking/queries.ts'
import { useLocations } from '../../entities/location/queries.ts'
import { PART_TEXTS } from '../../entities/payment/payment-texts.ts'
import { phoneText } from '../../lib/phone-text.ts'
import { fullDate, momentIn } from '../../lib/time.ts'
import { openModal } from '../../ui/modal/modals.ts'
import classes from './Payments.module.css'

/** Contact, dates and other details of a document. */
export function PaymentInformation({ payment }: { payment: PaymentDetail }) {
  const { t, i18n } = useLingui()
  const locations = useLocations()
  const { contact, dueOn, validUntil, note, terms } = payment
  const location = locations.find(({ id }) => id === payment.locationID)
  const day = (date: string) => i18n.date(date, { dateStyle: 'medium', timeZone: 'UTC' })
  /** The date of a draft may pass before it is sent. */
  const dateOf = (date: string) =>
    payment.status === 'draft' && date < Temporal.Now.plainDateISO().toString()
      ? t`${day(date)}, which has passed`
      : day(date)
  const rows: [string, string | false | null | undefined][] = [
    [t`Phone number`, contact && phoneText(contact.phone)],
    [t`Number`, payment.invoiceNumber || (payment.status === 'draft' ? t`Assigned when sent` : t`Assigned when paid`)],
    [t`Part`, payment.part && i18n._(PART_TEXTS[payment.part])],
    [t`Location`, locations.length > 1 && location?.name],
    [t`Added`, fullDate(payment.createdDateUTC, location?.timeZone)],
    [t`Added by`, payment.createdBy],
    [t`Due on`, dueOn && dateOf(dueOn)],
    [t`Valid until`, validUntil && dateOf(validUntil)],
    [t`Note`, note],
    [t`Terms`, terms],
  ]
  return (
    <dl className={classes.facts}>
      <div className={classes.sumRow}>
        <dt>
          <Trans>Contact</Trans>
        </dt>
        <dd>
          {contact?.conversationSid ? (
            <Link className={classes.link} to="/conversations/$sid" params={{ sid: contact.conversationSid }}>
              {contact.name}
            </Link>
          ) : contact ? (
            <Link className={classes.link} to="/contacts/$id" params={{ id: contact.id }}>
              {contact.name}
            </Link>
          ) : (
            t`Deleted contact`
          )}
        </dd>
      </div>
      {payment.booking && (
        <div className={classes.sumRow}>
          <dt>
            <Trans>Visit</Trans>
          </dt>
          <dd>
            <VisitLink {...payment.booking} />
          </dd>
        </div>
      )}
      {rows.map(
        ([label, value]) =>
          value && (
            <div key={label} className={classes.sumRow}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
      {payment.attachments.length > 0 && (
        <div className={classes.sumRow}>
          <dt>
            <Trans>Files</Trans>
          </dt>
          <dd>
            {payment.attachments.map(({ sid, filename, url }) => (
              <div key={sid}>
                <Anchor href={url} target="_blank">
                  {filename}
                </Anchor>
              </div>
            ))}
          </dd>
        </div>
      )}
    </dl>
  )
}

/** Link to the visit that a request is for. */
function VisitLink({ id, part }: NonNullable<PaymentDetail['booking']>) {
  const { i18n } = useLingui()
  const booking = useQuery(bookingById(id)).data
  const name = i18n._(BOOKING_PART_TEXTS[part])
  return (
    <Anchor component="button" type="button" ta="start" onClick={() => openModal('booking', { id })}>
      {booking && !booking.isBusy ? `${name}, ${momentIn(booking.startsOnUtc, booking.timeZone)}` : name}
    </Anchor>
  )
}
