import type { Booking, BookingBlock, BookingResource, TimeOff } from '@frontdesk/contract/api'
import { useLingui } from '@lingui/react/macro'
import { VisuallyHidden } from '@mantine/core'
import { type CSSProperties, type PointerEvent, useState } from 'react'
import { openModal } from '../../../ui/modal/modals.ts'
import classes from './Calendar.module.css'
import { CalendarEvent } from './CalendarEvent.tsx'
import { ClosedHours } from './ClosedHours.tsx'
import { ColumnHeading } from './ColumnHeading.tsx'
import { canResize, type Drop } from './event-move.ts'
import { FreeTime } from './FreeTime.tsx'
import { type Column, isMovable, type Placed, type Span, shownHours } from './place-events.ts'
import { useEventDrag } from './use-event-drag.ts'
import { useEventKeys } from './use-event-keys.ts'
import { TAPPED_MINUTES, type TimeSelection, useTimeSelection } from './use-time-selection.ts'

const PIXELS_PER_MINUTE = 1

interface Props {
  columns: readonly Column[]
  placed: ReadonlyMap<string, readonly Placed[]>
  timeOff: readonly TimeOff[]
  resources: readonly BookingResource[]
  /** Closed hours to shade, by column. */
  closed?: ReadonlyMap<string, readonly Span[]> | undefined
  /** The current day and minute at the location. */
  now: { date: string; minutes: number }
  canAct: boolean
  /** Whether the viewer may block time in a column. */
  canBlock: (column: Column) => boolean
  onDrop: (drop: Drop) => void
  /** The length is undefined if the viewer chose only a start. */
  onBook: (column: Column, from: number, length?: number) => void
  onBlock: (selection: TimeSelection) => void
  /** Returns the handler that opens a block; undefined if the viewer may not remove it. */
  onOpenBlock: (block: BookingBlock) => (() => void) | undefined
}

const openBooking = ({ id }: Booking) => openModal('booking', { id })

/** Time grid with a column for each day, teammate or room. */
export function TimeGrid(props: Props) {
  const { columns, placed, timeOff, resources, closed, now, canAct, canBlock, onDrop, onBook, onBlock, onOpenBlock } =
    props
  const { t } = useLingui()
  const { from, until } = shownHours(placed.values(), closed?.values())
  const hours = Array.from({ length: until - from }, (_, index) => from + index)
  const [isAsking, setIsAsking] = useState(false)
  const grid = { columns, placed, pixelsPerMinute: PIXELS_PER_MINUTE, onDrop }
  const drag = useEventDrag(grid)
  const keys = useEventKeys(grid)
  const book = ({ column, from: start, until: end }: TimeSelection) =>
    onBook(column, start, end - start === TAPPED_MINUTES ? undefined : end - start)
  const free = useTimeSelection({
    columns,
    hours: { from, until },
    pixelsPerMinute: PIXELS_PER_MINUTE,
    onSelect: (selected) => (canBlock(selected.column) ? setIsAsking(true) : book(selected)),
    onClick: onBook,
  })
  const { selection } = free
  const both = (name: keyof typeof free.handlers) => (event: PointerEvent<HTMLElement>) => {
    drag[name](event)
    free.handlers[name](event)
  }
  const handlers = {
    onPointerDown: both('onPointerDown'),
    onPointerMove: both('onPointerMove'),
    onPointerUp: both('onPointerUp'),
    onPointerCancel: both('onPointerCancel'),
    onContextMenu: drag.onContextMenu,
    onKeyDown: keys.onKeyDown,
    onKeyUp: keys.onKeyUp,
    onBlur: keys.onBlur,
  }
  const style = {
    '--columns': columns.length,
    '--hours': until - from,
    '--px': `${PIXELS_PER_MINUTE}px`,
  } as CSSProperties
  return (
    <div ref={drag.ref} className={classes.grid} style={style} data-grid {...(canAct && handlers)}>
      <VisuallyHidden role="status">{keys.announcement}</VisuallyHidden>
      <div className={classes.corner} />
      {columns.map((column) => (
        <ColumnHeading key={column.key} column={column} timeOff={timeOff} resources={resources} today={now.date} />
      ))}
      <div className={classes.hours} aria-hidden>
        {hours.map((hour) => (
          <span key={hour}>{Temporal.PlainTime.from({ hour }).toLocaleString(undefined, { timeStyle: 'short' })}</span>
        ))}
      </div>
      {columns.map((column) => {
        const { key, label, date } = column
        return (
          // biome-ignore lint/a11y/useKeyWithClickEvents: with the keyboard, time is selected by the button inside.
          <section
            key={key}
            className={classes.column}
            data-column={key}
            aria-label={label}
            onClick={canAct ? free.onColumnClick(column) : undefined}
          >
            <ClosedHours spans={closed?.get(key) ?? []} hours={{ from, until }} />
            {date === now.date && now.minutes >= from * 60 && now.minutes < until * 60 && (
              <div
                className={classes.now}
                style={{ '--from': now.minutes - from * 60 } as CSSProperties}
                role="img"
                aria-label={t`Now`}
              />
            )}
            {canAct && selection?.column === column && (
              <FreeTime
                selection={selection}
                firstHour={from}
                isDragging={free.isDragging}
                isAsking={isAsking}
                onAsk={setIsAsking}
                canBlock={canBlock(column)}
                onBook={() => book(selection)}
                onBlock={() => onBlock(selection)}
                onKeyDown={free.onKeyDown}
                buttonRef={free.buttonRef}
              />
            )}
            {placed.get(key)?.map((each) => (
              <CalendarEvent
                key={each.key}
                placed={each}
                firstHour={from}
                canMove={canAct && canMove(each)}
                canResize={canAct && canMove(each) && canResize(each)}
                onOpen={openBooking}
                onOpenBlock={each.block ? onOpenBlock(each.block) : undefined}
              />
            ))}
          </section>
        )
      })}
    </div>
  )
}

const canMove = ({ booking }: Placed): boolean => booking !== null && isMovable(booking)
