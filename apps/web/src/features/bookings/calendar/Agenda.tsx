import type { Booking, BookingBlock } from '@frontdesk/contract/api'
import { Trans, useLingui } from '@lingui/react/macro'
import { resourcesText, servicesText } from '../../../entities/booking/booking-texts.ts'
import { openModal } from '../../../ui/modal/modals.ts'
import classes from './Calendar.module.css'
import { type DayEntry, daysOfCalendar } from './days-of-calendar.ts'
import type { Calendar } from './place-events.ts'
import { useAwayText } from './use-away-text.ts'

interface Props {
  dates: readonly string[]
  dayLabel: (date: string) => string
  calendar: Calendar
  zone: string
  /** Returns the handler that opens a block; undefined if the viewer may not remove it. */
  onOpenBlock: (block: BookingBlock) => (() => void) | undefined
}

/** The entries of each day as a list, for narrow screens. */
export function Agenda({ dates, dayLabel, calendar, zone, onOpenBlock }: Props) {
  const days = daysOfCalendar(dates, calendar, zone)
  const delayOf = new Map(calendar.delays.map(({ bookingID, minutes }) => [bookingID, minutes]))
  return dates.map((date) => {
    const entries = days.get(date) ?? []
    return (
      <section key={date} aria-label={dayLabel(date)}>
        <h2 className={classes.day}>{dayLabel(date)}</h2>
        {!entries.some(({ kind }) => kind === 'visit') && (
          <p className={classes.soft}>
            <Trans>No visits.</Trans>
          </p>
        )}
        <ul className={classes.agenda}>
          {entries.map((entry) =>
            entry.kind === 'visit' ? (
              <Visit
                key={entry.key}
                booking={entry.booking}
                time={entry.time}
                delayMinutes={delayOf.get(entry.booking.id) ?? 0}
              />
            ) : (
              <Away
                key={entry.key}
                entry={entry}
                onOpen={entry.kind === 'block' ? onOpenBlock(entry.block) : undefined}
              />
            ),
          )}
        </ul>
      </section>
    )
  })
}

function Visit({ booking, time, delayMinutes }: { booking: Booking; time: string | null; delayMinutes: number }) {
  const { t } = useLingui()
  const { id, isBusy, contact } = booking
  return (
    <li>
      <span className={classes.time}>{time ?? t`All day`}</span>
      {isBusy ? (
        <span className={classes.soft}>{t`Busy`}</span>
      ) : (
        <button type="button" onClick={() => openModal('booking', { id })}>
          <strong>{contact?.name ?? t`Unknown contact`}</strong>
          <span className={classes.soft}>
            {[servicesText(booking), resourcesText(booking)].filter(Boolean).join(' · ')}
          </span>
          {delayMinutes > 0 && (
            <span className={classes.soft}>
              <Trans>About {delayMinutes} min late</Trans>
            </span>
          )}
        </button>
      )}
    </li>
  )
}

interface AwayProps {
  entry: Exclude<DayEntry, { kind: 'visit' }>
  onOpen: (() => void) | undefined
}

function Away({ entry, onOpen }: AwayProps) {
  const { t } = useLingui()
  const text = useAwayText()(entry.kind === 'block' ? { ...entry, time: null } : entry)
  const time = (entry.kind === 'block' && entry.time) || t`All day`
  return (
    <li data-away>
      <span className={classes.time}>{time}</span>
      {onOpen ? (
        <button type="button" onClick={onOpen}>
          {text}
        </button>
      ) : (
        <span>{text}</span>
      )}
    </li>
  )
}
