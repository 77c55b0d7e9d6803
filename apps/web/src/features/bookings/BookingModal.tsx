import type { Booking } from '@frontdesk/contract/api'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { bookingById } from '../../entities/booking/queries.ts'
import { momentIn } from '../../lib/time.ts'
import { ModalFrame } from '../../ui/modal/ModalFrame.tsx'
import { QueryState } from '../../ui/state/QueryState.tsx'
import classes from './Bookings.module.css'
import { DeskActions } from './DeskActions.tsx'
import { VisitDetails } from './VisitDetails.tsx'
import { VisitNote } from './VisitNote.tsx'

/** Details and actions of a visit. */
export function BookingModal({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useLingui()
  const booking = useQuery(bookingById(id))
  return (
    <ModalFrame title={t`Visit`} onClose={onClose}>
      <QueryState query={booking} rows={6}>
        {(data) =>
          data.isBusy ? (
            <Busy booking={data} />
          ) : (
            <>
              <VisitDetails booking={data} onClose={onClose} />
              <div className={classes.actions}>
                <DeskActions booking={data} isInDialog />
              </div>
              <VisitNote key={data.id} booking={data} />
            </>
          )
        }
      </QueryState>
    </ModalFrame>
  )
}

function Busy({ booking }: { booking: Booking }) {
  return (
    <p>
      <Trans>Busy, {momentIn(booking.startsOnUtc, booking.timeZone)}. You don’t have access to this contact.</Trans>
    </p>
  )
}
