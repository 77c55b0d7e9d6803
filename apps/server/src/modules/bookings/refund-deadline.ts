import { isAfter, shift } from '../../platform/clock.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import type { BookingAuthor } from './author.ts'
import type { BookingRow } from './rows.ts'

type Deadlines = Pick<BookingRow, 'refundUntil' | 'refundGraceUntil'>

/** How long a contact can at least decide whether a time suits them that the team moved their visit to. */
const GRACE_MS = 24 * 60 * 60_000

const latest = (...instants: (string | null)[]): string | null =>
  instants.reduce((last, each) => (last === null || (each !== null && isAfter(each, last)) ? each : last), null)
const earlier = (a: string, b: string): string => (isAfter(a, b) ? b : a)

/** Until when canceling a visit refunds its payment; null if it has none. */
export const refundDeadline = ({ refundUntil, refundGraceUntil }: Deadlines): string | null =>
  refundUntil && latest(refundUntil, refundGraceUntil)

/**
 * The deadlines after a visit is moved to `at`. They follow the visit, except where its contact moves it after the
 * deadline: that must not make the payment refundable again. A move by the team never brings the deadline forward, and
 * gives the contact time to decide; undoing one follows the visit alone.
 */
export function deadlinesAfterMove(
  tx: Pick<TenantTx, 'now'>,
  { source }: Pick<BookingAuthor, 'source'>,
  row: Pick<BookingRow, 'startsAt' | keyof Deadlines>,
  { at, isUndo }: { at: number; isUndo: boolean },
): Deadlines {
  const { refundUntil, refundGraceUntil, startsAt } = row
  const deadline = refundDeadline(row)
  if (refundUntil === null || deadline === null || at === Date.parse(startsAt)) return { refundUntil, refundGraceUntil }
  const isByContact = source === 'page' || source === 'text'
  if (isByContact && !isAfter(deadline, tx.now())) return { refundUntil, refundGraceUntil }
  const grace = isByContact || isUndo ? refundGraceUntil : latest(deadline, shift(tx.now(), GRACE_MS))
  return {
    refundUntil: shift(refundUntil, at - Date.parse(startsAt)),
    refundGraceUntil: grace && earlier(grace, new Date(at).toISOString()),
  }
}
