import type { Booking } from '@frontdesk/contract/api'
import { useLingui } from '@lingui/react/macro'
import { type CSSProperties, memo } from 'react'
import { STATUS_TEXTS, servicesText } from '../../../entities/booking/booking-texts.ts'
import { clock } from '../../../lib/time.ts'
import classes from './Calendar.module.css'
import type { Placed } from './place-events.ts'

/** With more lanes, events are too narrow for text, which is then only in their titles. */
const READABLE_LANES = 6

interface Props {
  placed: Placed
  /** The hour at the top of the grid. */
  firstHour: number
  canMove: boolean
  canResize: boolean
  onOpen: (booking: Booking) => void
  /** Set only if the viewer may remove the block. */
  onOpenBlock: (() => void) | undefined
}

/** A visit or a blocked time in a column. The grid handles dragging and keys. */
export const CalendarEvent = memo(function CalendarEvent(props: Props) {
  const { placed, firstHour, canMove, canResize, onOpen, onOpenBlock } = props
  const { t, i18n } = useLingui()
  const { booking, block, from, until, delayMinutes, lane, lanes } = placed
  const style = {
    '--from': from - firstHour * 60,
    '--minutes': until - from,
    '--lane': lane,
    '--lanes': lanes,
    ...(booking && { '--color': booking.items[0]?.color }),
  } as CSSProperties
  if (!booking) {
    const content = { className: `${classes.event} ${classes.block}`, style, children: block?.reason || t`Blocked` }
    if (!block || !onOpenBlock) return <div {...content} />
    return <button type="button" {...content} onClick={onOpenBlock} />
  }
  const time = clock(booking.startsOnUtc, booking.timeZone)
  if (booking.isBusy)
    return (
      <div className={`${classes.event} ${classes.busy}`} style={style}>
        {time} {t`Busy`}
      </div>
    )
  const name = booking.contact?.name ?? t`Unknown contact`
  const late = delayMinutes > 0 ? t`About ${delayMinutes} min late` : null
  const status = i18n._(STATUS_TEXTS[booking.status])
  const button = {
    type: 'button' as const,
    className: classes.event,
    style,
    'data-event': placed.key,
    'data-status': booking.status,
    'data-can-move': canMove || undefined,
    onClick: () => onOpen(booking),
  }
  if (lanes > READABLE_LANES) {
    const text = [`${time} ${name}`, late, servicesText(booking), status].filter(Boolean).join(', ')
    return <button {...button} aria-label={text} title={text} />
  }
  return (
    <button {...button}>
      <span>
        <span className={classes.time}>{time}</span> <strong>{name}</strong>
      </span>
      {late && <span className={classes.service}>{late}</span>}
      <span className={classes.service}>{servicesText(booking)}</span>
      <span className={classes.hidden}>{status}</span>
      {canResize && <span className={classes.edge} data-edge />}
    </button>
  )
})
