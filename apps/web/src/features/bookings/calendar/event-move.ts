import { ITEM_MINUTES_MAX } from '@frontdesk/contract/rules'
import { weekday } from '../../../lib/time.ts'
import { type Column, DAY_MINUTES, instantAt, type Placed, STEP_MINUTES } from './place-events.ts'
import { timeText } from './time-text.ts'

export interface Drop {
  placed: Placed
  /** Start and present position of a drag. */
  source: Column
  target: Column
  /** In minutes from local midnight. */
  from: number
  /** With a new length. */
  minutes: number | null
}

export interface EventGrid {
  columns: readonly Column[]
  placed: ReadonlyMap<string, readonly Placed[]>
  pixelsPerMinute: number
  onDrop: (drop: Drop) => void
}

export interface MovableEvent {
  element: HTMLElement
  source: Column
  placed: Placed
}

/** The movable event of a column that contains an element. */
export function findEvent({ columns, placed }: EventGrid, target: EventTarget | null): MovableEvent | null {
  const element = (target as HTMLElement | null)?.closest<HTMLElement>('[data-can-move]')
  const key = element?.closest<HTMLElement>('[data-column]')?.dataset.column
  const source = columns.find((column) => column.key === key)
  const event = source && placed.get(source.key)?.find((each) => each.key === element?.dataset.event)
  return element && source && event ? { element, source, placed: event } : null
}

export const snap = (minutes: number): number => Math.round(minutes / STEP_MINUTES) * STEP_MINUTES

/** Clamps a start or a length to the day. */
export const startWithin = (from: number): number => Math.max(0, Math.min(DAY_MINUTES - STEP_MINUTES, from))
export const lengthWithin = (from: number, minutes: number): number =>
  Math.max(STEP_MINUTES, Math.min(DAY_MINUTES - from, minutes))

/** The column that an event is dropped in: a visit of several services stays with those who provide them. */
export const columnToDrop = (
  { placed: { booking }, source }: Pick<MovableEvent, 'placed' | 'source'>,
  target: Column,
) => (booking && booking.items.length > 1 && target.resourceID !== source.resourceID ? source : target)

/** Shows where an event would be dropped, by its style only, so that dragging does not re-render. */
export function preview({ element }: MovableEvent, { x, y }: { x: number; y: number }, drop: Drop): void {
  const { target, source, from, minutes } = drop
  const startText = startTextOf(drop)
  if (element.dataset.dragged === undefined) element.dataset.dragged = ''
  const start = minutes === null ? startText : `${startText} – ${timeText(from + minutes)}`
  const time = target === source ? start : `${start}, ${target.label}`
  if (element.dataset.time !== time) element.dataset.time = time
  if (minutes === null) element.style.transform = `translate(${x}px, ${y}px)`
  else element.style.height = `calc(${minutes} * var(--px))`
}

/** When the whole visit would start, with the day if it is an earlier one. */
function startTextOf({ target, from, placed: { minutesBefore } }: Drop): string {
  if (minutesBefore === 0) return timeText(from)
  const start = Temporal.PlainDate.from(target.date)
    .toPlainDateTime()
    .add({ minutes: from - minutesBefore })
  return `${weekday(`${start.toPlainDate()}T12:00:00Z`, 'UTC')} ${timeText(start.hour * 60 + start.minute)}`
}

/** A visit can be resized only where it ends. */
export const canResize = ({ booking, goesOn }: Placed): boolean => booking?.items.length === 1 && !goesOn

export function endPreview({ element }: MovableEvent): void {
  element.style.removeProperty('transform')
  element.style.removeProperty('height')
  delete element.dataset.dragged
  delete element.dataset.time
}

/** The change that a drop makes. Dragging a later service or day of a visit moves the whole visit. */
export function moveOf({ placed: { booking, from, until }, source, target, from: next, minutes }: Drop, zone: string) {
  if (!booking) return null
  const isOther = target.resourceID !== null && target.resourceID !== source.resourceID
  const days = Temporal.PlainDate.from(source.date).until(target.date).days
  const start = Temporal.PlainDateTime.from(booking.localStartsOn).add({ days, minutes: next - from })
  const length = (Date.parse(booking.endsOnUtc) - Date.parse(booking.startsOnUtc)) / 60_000
  return {
    booking,
    // The start stays where only the length changes.
    startsOnUtc:
      minutes === null
        ? instantAt(start.toPlainDate().toString(), start.hour * 60 + start.minute, zone)
        : booking.startsOnUtc,
    ...(minutes !== null && { durationMinutes: Math.min(ITEM_MINUTES_MAX, length + minutes - (until - from)) }),
    ...(isOther && target.resourceID && { resource: { id: target.resourceID, name: target.label } }),
  }
}
