import type { Booking, MovedBooking, MoveNotUndoable } from '@frontdesk/contract/api'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { BOOKINGS_KEY } from '../../entities/booking/queries.ts'
import { api } from '../../lib/api.ts'
import { errorCode } from '../../lib/error-code.ts'
import { clock, longWeekday, monthDay } from '../../lib/time.ts'
import { showToast, UNDO_MS } from '../../ui/toast/toasts.ts'
import { useFailureToast } from '../../ui/toast/use-failure-toast.ts'

type Moved = Booking & { moved: MovedBooking[] }

/** Refetches bookings after a move of a visit or a series, and shows a toast with Undo. */
export function useMovedToast() {
  const { t } = useLingui()
  const cache = useQueryClient()
  const showFailure = useFailureToast()
  const refresh = () => cache.invalidateQueries({ queryKey: BOOKINGS_KEY })
  const undo = async ({ id, moved, timeZone }: Moved, tellsContact: boolean) => {
    try {
      await api.bookings.undoReschedule({ id, moved, tellsContact })
    } catch (error) {
      const refused = notUndoableOf(error)
      if (!refused) return void showFailure(error)
      showToast({
        id: `moved-${id}`,
        kind: 'failure',
        title: t`Not undone`,
        text: refusedText(refused, timeZone),
        shownMs: UNDO_MS,
      })
    }
    await refresh()
  }
  const refusedText = ({ kept }: MoveNotUndoable, zone: string): string => {
    const [one, ...others] = kept.filter(({ reason }) => reason !== null)
    if (!one) return ''
    const more = others.length
    const time = movedTimeText(one.previousStartsOnUtc, zone)
    const isOnly = kept.length === 1
    if (one.reason === 'changed')
      return isOnly
        ? t`This visit has been changed since. It keeps its new time.`
        : t`One of the visits has been changed since. All keep their new times.`
    if (isOnly) return t`${time} is no longer free. The visit keeps its new time.`
    return more === 0
      ? t`${time} is no longer free. All visits keep their new times.`
      : t`${time} and ${plural(more, { one: '# other time', other: '# other times' })} are no longer free. All visits keep their new times.`
  }
  return async (data: Moved, { tellsContact }: { tellsContact: boolean }) => {
    await refresh()
    const count = data.moved.length
    showToast({
      id: `moved-${data.id}`,
      title: count === 1 ? t`Visit moved` : plural(count, { one: '# visit moved', other: '# visits moved' }),
      text: movedTimeText(data.startsOnUtc, data.timeZone),
      kind: 'news',
      action: { label: t`Undo`, run: () => void undo(data, tellsContact) },
      shownMs: UNDO_MS,
    })
  }
}

/** Why a move could not be undone; null for other errors. */
function notUndoableOf(error: unknown): MoveNotUndoable | null {
  if (errorCode(error) !== 'MoveNotUndoable' || !(error instanceof Error) || !('data' in error)) return null
  const { data } = error
  return typeof data === 'object' && data !== null && 'kept' in data ? (data as MoveNotUndoable) : null
}

/** The weekday, day and time of a visit. */
export const movedTimeText = (instant: string, zone: string): string =>
  `${longWeekday(instant, zone)}, ${monthDay(instant, zone)}, ${clock(instant, zone)}`
