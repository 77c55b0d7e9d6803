import type { Booking } from '@frontdesk/contract/api'
import { type DeskState, deskStateOf } from '@frontdesk/contract/rules'
import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { DESK_TEXTS } from '../../entities/booking/booking-texts.ts'
import classes from './Bookings.module.css'
import type { useDeskActions } from './use-desk-actions.ts'

/** One tap says that a visit is this late; the menu has other times. */
const LATE_MINUTES = 15

const WHILE_EXPECTED: readonly DeskState[] = ['expected', 'on-the-way', 'late', 'here', 'done', 'no-show']
/** The states that can follow each one. */
const NEXT: Record<DeskState, readonly DeskState[]> = {
  expected: WHILE_EXPECTED,
  'on-the-way': WHILE_EXPECTED,
  late: WHILE_EXPECTED,
  here: ['expected', 'done'],
  done: ['expected', 'here'],
  'no-show': ['expected', 'here'],
}
/** The usual next state. */
const USUAL: Record<DeskState, DeskState> = {
  expected: 'here',
  'on-the-way': 'here',
  late: 'here',
  here: 'done',
  done: 'expected',
  'no-show': 'expected',
}

interface Props {
  booking: Booking
  isOverdue: boolean
  actions: ReturnType<typeof useDeskActions>
}

/** The states that a visit of today can have next, each one tap away. */
export function DeskStates({ booking, isOverdue, actions }: Props) {
  const { t, i18n } = useLingui()
  const present = deskStateOf(booking)
  if (present === null) return null
  const hasArrivedOrEnded = present === 'here' || present === 'done' || present === 'no-show'
  const run: Record<DeskState, () => void> = {
    expected: () => (hasArrivedOrEnded ? actions.setStatus(booking, 'booked') : actions.setExpected(booking)),
    'on-the-way': () => actions.setOnTheWay(booking),
    late: () => actions.setLate(booking, LATE_MINUTES),
    here: () => actions.setStatus(booking, 'arrived'),
    done: () => actions.setStatus(booking, 'completed'),
    'no-show': () => actions.setStatus(booking, 'no-show'),
  }
  const textOf = (state: DeskState): string => {
    if (state !== 'expected' || !hasArrivedOrEnded) return i18n._(DESK_TEXTS[state])
    return present === 'here' ? t`Not here yet` : t`Undo`
  }
  const isMain = (state: DeskState) => state === USUAL[present] || (state === 'no-show' && isOverdue)
  return (
    <div className={classes.deskStates}>
      {NEXT[present]
        .filter((state) => state !== present)
        .map((state) => (
          <Button
            key={state}
            size="xs"
            variant={isMain(state) ? 'default' : 'subtle'}
            color="gray"
            disabled={actions.isChanging(booking.id)}
            title={state === 'late' ? t`${LATE_MINUTES} minutes late` : undefined}
            onClick={run[state]}
          >
            {textOf(state)}
          </Button>
        ))}
    </div>
  )
}
