import type { Booking } from '@frontdesk/contract/api'
import { type BookingStatus, can, isMovableStatus } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Menu } from '@mantine/core'
import { serverInstant } from '../../lib/server-time.ts'
import { useSession } from '../../lib/session/session.ts'
import { useMe } from '../../lib/session/use-me.ts'
import { openModal } from '../../ui/modal/modals.ts'
import { RowMenu } from '../../ui/table/RowMenu.tsx'
import classes from './Bookings.module.css'
import { DeskStates } from './DeskStates.tsx'
import { useDeskActions } from './use-desk-actions.ts'
import { useKeptFocus } from './use-kept-focus.ts'

const LATE_MINUTES = [10, 15, 30]
/** Visits for which payment is requested. */
const PAYABLE: readonly BookingStatus[] = ['booked', 'confirmed', 'arrived', 'completed']
/** How close to now the start of a visit has to be for the actions of its day. */
const NEAR_MS = 12 * 60 * 60_000

interface Props {
  booking: Booking
  /** Whether it is shown among the visits of today, where each state is one tap away. */
  isAtDesk?: boolean
  isOverdue?: boolean
  /** Whether it is shown with the details of a visit, which have space for more buttons than a list row. */
  isInDialog?: boolean
}

/** The next step of a visit as a button, and the others in a menu; at the desk all its states as buttons. */
export function DeskActions({ booking, isAtDesk = false, isOverdue = false, isInDialog = false }: Props) {
  const { t } = useLingui()
  const actions = useDeskActions()
  const { setStatus, approve, setOnTheWay, setLate, setExpected, isChanging } = actions
  const menu = useKeptFocus(booking.id, isChanging(booking.id))
  const isViewingAs = Boolean(useSession()?.viewingAs)
  const mayRequest = can(useMe(), 'payments_manage')
  const { status, startsOnUtc, contact } = booking
  const isExpected = status === 'booked' || status === 'confirmed'
  const button = (label: string, onClick: () => void) => (
    <Button size="xs" variant="default" loading={isChanging(booking.id)} onClick={onClick}>
      {label}
    </Button>
  )
  const isNear = Math.abs(Date.parse(startsOnUtc) - Date.parse(serverInstant())) < NEAR_MS
  const isAhead = isInDialog && isExpected && !isNear
  const move = () => openModal('reschedule-booking', { booking })
  const cancel = () => openModal('cancel-booking', { booking })
  if (isViewingAs) return null
  return (
    <div className={classes.rowActions}>
      {isAtDesk ? (
        <DeskStates booking={booking} isOverdue={isOverdue} actions={actions} />
      ) : (
        <>
          {isExpected && isNear && button(t`Here`, () => setStatus(booking, 'arrived'))}
          {status === 'arrived' && button(t`Done`, () => setStatus(booking, 'completed'))}
          {(status === 'completed' || status === 'no-show') && button(t`Undo`, () => setStatus(booking, 'booked'))}
        </>
      )}
      {status === 'requested' && button(t`Approve`, () => approve(booking))}
      {isAhead && button(t`Move…`, move)}
      {isAhead && button(t`Cancel…`, cancel)}
      <RowMenu label={t`More actions`} buttonRef={menu}>
        {isExpected && (
          <>
            {!isNear && !isAtDesk && (
              <Menu.Item onClick={() => setStatus(booking, 'arrived')}>
                <Trans>Here</Trans>
              </Menu.Item>
            )}
            {status === 'booked' && (
              <Menu.Item onClick={() => setStatus(booking, 'confirmed')}>
                <Trans>Confirmed</Trans>
              </Menu.Item>
            )}
            {!isAtDesk && (
              <Menu.Item onClick={() => setOnTheWay(booking)}>
                <Trans>On the way</Trans>
              </Menu.Item>
            )}
            {LATE_MINUTES.map((minutes) => (
              <Menu.Item key={minutes} onClick={() => setLate(booking, minutes)}>
                <Trans>{minutes} minutes late</Trans>
              </Menu.Item>
            ))}
            {booking.onTheWayOnUtc !== null && !isAtDesk && (
              <Menu.Item onClick={() => setExpected(booking)}>
                <Trans>Expected</Trans>
              </Menu.Item>
            )}
            {!isAtDesk && (
              <>
                <Menu.Item onClick={() => setStatus(booking, 'no-show')}>
                  <Trans>No-show</Trans>
                </Menu.Item>
                <Menu.Item onClick={() => setStatus(booking, 'completed')}>
                  <Trans>Done</Trans>
                </Menu.Item>
              </>
            )}
          </>
        )}
        {status === 'arrived' && !isAtDesk && (
          <Menu.Item onClick={() => setStatus(booking, 'booked')}>
            <Trans>Not here yet</Trans>
          </Menu.Item>
        )}
        {status === 'requested' && (
          <Menu.Item onClick={() => openModal('change-booking-status', { booking, status: 'declined' })}>
            <Trans>Decline…</Trans>
          </Menu.Item>
        )}
        {status === 'cancelled' && (
          <Menu.Item onClick={() => openModal('change-booking-status', { booking, status: 'booked' })}>
            <Trans>Book again…</Trans>
          </Menu.Item>
        )}
        {status === 'declined' && (
          <Menu.Item onClick={() => openModal('change-booking-status', { booking, status: 'requested' })}>
            <Trans>Reopen…</Trans>
          </Menu.Item>
        )}
        {mayRequest && contact !== null && PAYABLE.includes(status) && (
          <Menu.Item onClick={() => openModal('ask-for-payment', { kind: 'request', booking })}>
            <Trans>Request payment…</Trans>
          </Menu.Item>
        )}
        {!isAhead && (isExpected || status === 'requested' || status === 'held') && (
          <>
            {isMovableStatus(status) && (
              <Menu.Item onClick={move}>
                <Trans>Move…</Trans>
              </Menu.Item>
            )}
            <Menu.Item color="var(--fd-danger)" onClick={cancel}>
              <Trans>Cancel…</Trans>
            </Menu.Item>
          </>
        )}
      </RowMenu>
    </div>
  )
}
