import type { Booking } from '@frontdesk/contract/api'
import { Trans, useLingui } from '@lingui/react/macro'
import { resourcesText, servicesText } from '../../../entities/booking/booking-texts.ts'
import { clock, dayKey } from '../../../lib/time.ts'
import { openModal } from '../../../ui/modal/modals.ts'
import classes from './Calendar.module.css'

interface Props {
  dates: readonly string[]
  dayLabel: (date: string) => string
  bookings: readonly Booking[]
  zone: string
}

/** The visits of each day as a list, for narrow screens. */
export function Agenda({ dates, dayLabel, bookings, zone }: Props) {
  const { t } = useLingui()
  return dates.map((date) => {
    const visits = bookings.filter(({ startsOnUtc }) => dayKey(startsOnUtc, zone) === date)
    return (
      <section key={date} aria-label={dayLabel(date)}>
        <h2 className={classes.day}>{dayLabel(date)}</h2>
        {visits.length === 0 && (
          <p className={classes.soft}>
            <Trans>No visits.</Trans>
          </p>
        )}
        <ul className={classes.agenda}>
          {visits.map((booking) => (
            <li key={booking.id}>
              <span className={classes.time}>{clock(booking.startsOnUtc, zone)}</span>
              {booking.isBusy ? (
                <span className={classes.soft}>{t`Busy`}</span>
              ) : (
                <button type="button" onClick={() => openModal('booking', { id: booking.id })}>
                  <strong>{booking.contact?.name ?? t`Unknown contact`}</strong>
                  <span className={classes.soft}>
                    {[servicesText(booking), resourcesText(booking)].filter(Boolean).join(' · ')}
                  </span>
                </button>
              )}
            </li>
          ))}
        </ul>
      </section>
    )
  })
}
