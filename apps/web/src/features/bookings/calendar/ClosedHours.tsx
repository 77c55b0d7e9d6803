import type { CSSProperties } from 'react'
import classes from './Calendar.module.css'
import type { Span } from './place-events.ts'

interface Props {
  spans: readonly Span[]
  /** The visible hours. */
  hours: { from: number; until: number }
}

/** Shades the closed hours of a column. Decorative: the rules say why a time cannot be booked. */
export function ClosedHours({ spans, hours }: Props) {
  const [first, last] = [hours.from * 60, hours.until * 60]
  return spans
    .map(({ from, until }) => ({ from: Math.max(from, first), until: Math.min(until, last) }))
    .filter(({ from, until }) => from < until)
    .map(({ from, until }) => (
      <div
        key={from}
        className={classes.closed}
        style={{ '--from': from - first, '--minutes': until - from } as CSSProperties}
        aria-hidden
      />
    ))
}
