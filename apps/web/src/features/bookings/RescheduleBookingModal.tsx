import type { Booking } from '@frontdesk/contract/api'
import { isMovableStatus } from '@frontdesk/contract/rules'
import { useLingui } from '@lingui/react/macro'
import { Switch } from '@mantine/core'
import { useState } from 'react'
import { useLocations } from '../../entities/location/queries.ts'
import { api } from '../../lib/api.ts'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { useApiForm } from '../../ui/form/use-api-form.ts'
import { PresentVisit } from './PresentVisit.tsx'
import { type Scope, ScopeField } from './ScopeField.tsx'
import { SlotPicker } from './SlotPicker.tsx'
import { TakenNote } from './TakenNote.tsx'
import { useMovedToast } from './use-moved-toast.ts'
import { usePresentBooking } from './use-present-booking.ts'
import { useSlotChoice, withoutTaken } from './use-slot-choice.ts'

interface Props {
  booking: Booking
  onClose: () => void
}

const MINUTE_MS = 60_000

/** Moves a visit, or more of its series, to another time. */
export function RescheduleBookingModal({ booking: opened, onClose }: Props) {
  const { t } = useLingui()
  const { booking, onConflict } = usePresentBooking(opened)
  const showMoved = useMovedToast()
  const location = useLocations().find(({ id }) => id === booking.locationID)
  const slot = useSlotChoice(null)
  const [from, setFrom] = useState(booking.localStartsOn.slice(0, 10))
  const form = useApiForm({
    initial: { scope: 'this' as Scope, tellsContact: true },
    save: async (values) => {
      if (slot.startsOnUtc === null) throw new Error('No time was chosen.')
      const startsOnUtc = slot.startsOnUtc
      const { id, version } = booking
      const { overrides } = slot
      const { data } = await slot.attempt(() =>
        api.bookings.reschedule({ id, version, startsOnUtc, overrides, ...values }),
      )
      await showMoved(data, values)
    },
    onConflict,
  })
  return (
    <FormModal
      title={t`Move this visit`}
      submitLabel={form.values.scope === 'this' ? t`Move visit` : t`Move visits`}
      form={withoutTaken(form)}
      isDisabled={
        slot.startsOnUtc === null ||
        (slot.taken !== null && slot.overrides.length === 0) ||
        !isMovableStatus(booking.status)
      }
      onClose={onClose}
      notice={
        slot.taken && (
          <TakenNote
            taken={slot.taken}
            zone={booking.timeZone}
            locationName={location?.name ?? ''}
            isIgnoring={slot.isIgnoring}
            onIgnore={slot.setIsIgnoring}
            onChoose={slot.choose}
          />
        )
      }
    >
      <PresentVisit booking={booking} />
      <SlotPicker
        visit={{ locationID: booking.locationID, items: itemsOf(booking) }}
        zone={booking.timeZone}
        from={from}
        onFrom={setFrom}
        value={slot.startsOnUtc}
        onChange={slot.choose}
        bookingID={booking.id}
      />
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

/** The services of a booking, as input for finding free times. */
const itemsOf = ({ items }: Booking) =>
  items.flatMap(({ serviceID, startsOnUtc, endsOnUtc, resources }, index) => {
    const before = items[index - 1]
    const minutes = (start: string, end: string) => (Date.parse(end) - Date.parse(start)) / MINUTE_MS
    return serviceID === null
      ? []
      : [
          {
            serviceID,
            durationMinutes: minutes(startsOnUtc, endsOnUtc),
            gapMinutes: before ? minutes(before.endsOnUtc, startsOnUtc) : 0,
            // Archived resources cannot be booked again; others take their place.
            resourceIDs: resources.filter(({ isArchived }) => !isArchived).map(({ id }) => id),
          },
        ]
  })
