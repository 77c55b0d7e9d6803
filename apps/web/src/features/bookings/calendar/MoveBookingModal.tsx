import type { Booking } from '@frontdesk/contract/api'
import { isMovableStatus } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { Switch } from '@mantine/core'
import { useLocations } from '../../../entities/location/queries.ts'
import { api } from '../../../lib/api.ts'
import { FormModal } from '../../../ui/form/FormModal.tsx'
import { useApiForm } from '../../../ui/form/use-api-form.ts'
import { PresentVisit } from '../PresentVisit.tsx'
import { type Scope, ScopeField } from '../ScopeField.tsx'
import { TakenNote } from '../TakenNote.tsx'
import { movedTimeText, useMovedToast } from '../use-moved-toast.ts'
import { usePresentBooking } from '../use-present-booking.ts'
import { useSlotChoice, withoutTaken } from '../use-slot-choice.ts'

/** A dropped visit with its new time. */
export interface Move {
  booking: Booking
  startsOnUtc: string
  /** With a new length. */
  durationMinutes?: number | undefined
  /** With another teammate or room. */
  resource?: { id: string; name: string } | undefined
}

/** Confirms the move of a dragged visit, and offers to undo it. */
export function MoveBookingModal({ move, onClose }: { move: Move; onClose: () => void }) {
  const { t } = useLingui()
  const showMoved = useMovedToast()
  const { durationMinutes, resource } = move
  const { booking, onConflict } = usePresentBooking(move.booking)
  const { timeZone } = booking
  const location = useLocations().find(({ id }) => id === booking.locationID)
  const slot = useSlotChoice(move.startsOnUtc)
  const startsOnUtc = slot.startsOnUtc ?? move.startsOnUtc
  const form = useApiForm({
    initial: { scope: 'this' as Scope, tellsContact: false },
    save: async (values) => {
      const { id, version } = booking
      const changes = { ...(durationMinutes && { durationMinutes }), ...(resource && { resourceIDs: [resource.id] }) }
      const { data } = await slot.attempt(() =>
        api.bookings.reschedule({ id, version, startsOnUtc, overrides: slot.overrides, ...changes, ...values }),
      )
      await showMoved(data, values)
    },
    onConflict,
  })
  return (
    <FormModal
      title={durationMinutes ? t`Change the length of this visit?` : t`Move this visit?`}
      submitLabel={durationMinutes ? t`Change length` : form.values.scope === 'this' ? t`Move visit` : t`Move visits`}
      form={withoutTaken(form)}
      isDisabled={(slot.taken !== null && slot.overrides.length === 0) || !isMovableStatus(booking.status)}
      onClose={onClose}
      focusesSubmit
      notice={
        slot.taken && (
          <TakenNote
            taken={slot.taken}
            zone={timeZone}
            locationName={location?.name ?? ''}
            isIgnoring={slot.isIgnoring}
            onIgnore={slot.setIsIgnoring}
            onChoose={slot.choose}
          />
        )
      }
    >
      <p>
        <strong>{booking.contact?.name ?? <Trans>Unknown contact</Trans>}</strong>
        <br />
        {movedTimeText(startsOnUtc, timeZone)}
        {resource && ` · ${resource.name}`}
        {durationMinutes && ` · ${t`${durationMinutes} minutes`}`}
      </p>
      {booking !== move.booking && <PresentVisit booking={booking} />}
      <ScopeField
        booking={booking}
        value={form.values.scope}
        onChange={(scope) => {
          form.set('scope', scope)
          slot.choose(slot.startsOnUtc)
        }}
      />
      {booking.contact && <Switch label={t`Text the contact`} {...form.checkbox('tellsContact')} />}
    </FormModal>
  )
}
