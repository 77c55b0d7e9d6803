import type { Booking } from '@frontdesk/contract/api'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { CSSProperties, KeyboardEvent, Ref } from 'react'
import { servicesText } from '../../../entities/booking/booking-texts.ts'
import { clock } from '../../../lib/time.ts'
import { openModal } from '../../../ui/modal/modals.ts'
import classes from './Month.module.css'

const VISITS_SHOWN = 4
const DOTS_SHOWN = 4

interface Props {
  date: string
  label: string
  isToday: boolean
  isChosen: boolean
  isOtherMonth: boolean
  visits: readonly Booking[]
  isCompact: boolean
  focusRef: Ref<HTMLButtonElement> | undefined
  onOpen: (date: string) => void
  onKeyDown: (event: KeyboardEvent) => void
}

/** A day of a month with its first visits. By keyboard only the day itself is reached, which has all of them. */
export function MonthDay(props: Props) {
  const { t } = useLingui()
  const { date, label, isToday, isChosen, isOtherMonth, visits, isCompact, focusRef, onOpen, onKeyDown } = props
  const shown = visits.length > VISITS_SHOWN ? VISITS_SHOWN - 1 : visits.length
  const more = visits.length - shown
  const count = plural(visits.length, { 0: 'no visits', one: '# visit', other: '# visits' })
  return (
    <td data-other={isOtherMonth || undefined}>
      <button
        type="button"
        ref={focusRef}
        className={classes.day}
        tabIndex={isChosen ? 0 : -1}
        aria-current={isToday ? 'date' : undefined}
        aria-pressed={isCompact ? isChosen : undefined}
        aria-label={t`${label}, ${count}`}
        onClick={() => onOpen(date)}
        onKeyDown={onKeyDown}
      >
        <span className={classes.number}>{Number(date.slice(8))}</span>
        {isCompact && (
          <span className={classes.dots}>
            {visits.slice(0, DOTS_SHOWN).map((booking) => (
              <span key={booking.id} style={colorOf(booking)} />
            ))}
          </span>
        )}
      </button>
      {!isCompact && visits.length > 0 && (
        <ul className={classes.visits}>
          {visits.slice(0, shown).map((booking) => (
            <li key={booking.id}>
              <Visit booking={booking} />
            </li>
          ))}
          {more > 0 && (
            <li>
              <button type="button" tabIndex={-1} className={classes.more} onClick={() => onOpen(date)}>
                {t`+${more} more`}
              </button>
            </li>
          )}
        </ul>
      )}
    </td>
  )
}

const colorOf = ({ items }: Booking) => ({ '--color': items[0]?.color }) as CSSProperties

function Visit({ booking }: { booking: Booking }) {
  const { t } = useLingui()
  const { id, startsOnUtc, timeZone, isBusy, contact, status } = booking
  const time = <span className={classes.time}>{clock(startsOnUtc, timeZone)}</span>
  if (isBusy)
    return (
      <span className={classes.visit}>
        {time} {t`Busy`}
      </span>
    )
  return (
    <button
      type="button"
      tabIndex={-1}
      className={classes.visit}
      style={colorOf(booking)}
      data-status={status}
      title={servicesText(booking)}
      onClick={() => openModal('booking', { id })}
    >
      {time} {contact?.name ?? t`Unknown contact`}
    </button>
  )
}
