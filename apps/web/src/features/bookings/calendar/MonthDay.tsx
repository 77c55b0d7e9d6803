import type { Booking } from '@frontdesk/contract/api'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { CSSProperties, KeyboardEvent, Ref } from 'react'
import { servicesText } from '../../../entities/booking/booking-texts.ts'
import { openModal } from '../../../ui/modal/modals.ts'
import type { DayEntry } from './days-of-calendar.ts'
import classes from './Month.module.css'
import { isMovable } from './place-events.ts'
import { useAwayText } from './use-away-text.ts'

const ENTRIES_SHOWN = 4
const DOTS_SHOWN = 4

interface Props {
  date: string
  label: string
  isToday: boolean
  isChosen: boolean
  isOtherMonth: boolean
  entries: readonly DayEntry[]
  isCompact: boolean
  /** Whether its visits can be moved. */
  canMove: boolean
  focusRef: Ref<HTMLButtonElement> | undefined
  onOpen: (date: string) => void
  onKeyDown: (event: KeyboardEvent) => void
}

/** A day of a month with its first entries. Only the entries of the selected day are in the tab order. */
export function MonthDay(props: Props) {
  const { t } = useLingui()
  const { date, label, isToday, isChosen, isOtherMonth, entries, isCompact, canMove, focusRef, onOpen, onKeyDown } =
    props
  const visits = entries.filter(({ kind }) => kind === 'visit').length
  const away = entries.length - visits
  const shown = entries.length > ENTRIES_SHOWN ? ENTRIES_SHOWN - 1 : entries.length
  const more = entries.length - shown
  const count = plural(visits, { 0: 'no visits', one: '# visit', other: '# visits' })
  const absences = plural(away, { one: '# absence or block', other: '# absences or blocks' })
  return (
    <td data-other={isOtherMonth || undefined} data-date={date}>
      <button
        type="button"
        ref={focusRef}
        className={classes.day}
        tabIndex={isChosen ? 0 : -1}
        aria-current={isToday ? 'date' : undefined}
        aria-pressed={isCompact ? isChosen : undefined}
        aria-label={away > 0 ? t`${label}, ${count}, ${absences}` : t`${label}, ${count}`}
        onClick={() => onOpen(date)}
        onKeyDown={onKeyDown}
      >
        <span className={classes.number}>{Number(date.slice(8))}</span>
        {isCompact && (
          <span className={classes.dots}>
            {entries.slice(0, DOTS_SHOWN).map((entry) => (
              <span
                key={entry.key}
                data-away={entry.kind !== 'visit' || undefined}
                style={entry.kind === 'visit' ? colorOf(entry.booking) : undefined}
              />
            ))}
          </span>
        )}
      </button>
      {!isCompact && entries.length > 0 && (
        <ul className={classes.visits}>
          {entries.slice(0, shown).map((entry) => (
            <li key={entry.key}>
              {entry.kind === 'visit' ? (
                <Visit
                  booking={entry.booking}
                  time={entry.time}
                  // A move changes the first day, so only there it can be dragged.
                  canMove={canMove && entry.startsHere && isMovable(entry.booking)}
                  isReached={isChosen}
                />
              ) : (
                <Away entry={entry} />
              )}
            </li>
          ))}
          {more > 0 && (
            <li>
              <button type="button" tabIndex={isChosen ? 0 : -1} className={classes.more} onClick={() => onOpen(date)}>
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

function Away({ entry }: { entry: Exclude<DayEntry, { kind: 'visit' }> }) {
  const text = useAwayText()(entry)
  return (
    <span className={classes.visit} data-away title={text}>
      {text}
    </span>
  )
}

interface VisitProps {
  booking: Booking
  time: string | null
  canMove: boolean
  isReached: boolean
}

function Visit({ booking, time: text, canMove, isReached }: VisitProps) {
  const { t } = useLingui()
  const { id, isBusy, contact, status } = booking
  const time = <span className={classes.time}>{text ?? t`All day`}</span>
  if (isBusy)
    return (
      <span className={classes.visit}>
        {time} {t`Busy`}
      </span>
    )
  return (
    <button
      type="button"
      tabIndex={isReached ? 0 : -1}
      className={classes.visit}
      style={colorOf(booking)}
      data-status={status}
      data-visit={canMove ? id : undefined}
      title={servicesText(booking)}
      onClick={() => openModal('booking', { id })}
    >
      {time} {contact?.name ?? t`Unknown contact`}
    </button>
  )
}
