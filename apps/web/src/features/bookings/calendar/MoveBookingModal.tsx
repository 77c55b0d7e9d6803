import type { Booking } from '@frontdesk/contract/api'
import { OVERRIDABLE_RULES } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { Switch } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { BOOKINGS_KEY } from '../../../entities/booking/queries.ts'
import { useLocations } from '../../../entities/location/queries.ts'
import { api } from '../../../lib/api.ts'
import { clock, longWeekday, monthDay } from '../../../lib/time.ts'
import { FormModal } from '../../../ui/form/FormModal.tsx'
import { useApiForm } from '../../../ui/form/use-api-form.ts'
import { showToast, UNDO_MS } from '../../../ui/toast/toasts.ts'
import { useFailureToast } from '../../../ui/toast/use-failure-toast.ts'
import { type Scope, ScopeField } from '../ScopeField.tsx'
import { TakenNote } from '../TakenNote.tsx'
import { useSlotChoice } from '../use-slot-choice.ts'

/** Where a visit was dropped. */
export interface Move {
  booking: Booking
  startsOnUtc: string
  /** With a new length. */
  durationMinutes?: number | undefined
  /** With another teammate or room. */
  resource?: { id: string; name: string } | undefined
}

const MINUTE_MS = 60_000

/** Asks before a visit that was dragged is moved, and offers to undo it afterwards. */
export function MoveBookingModal({ move, onClose }: { move: Move; onClose: () => void }) {
  const { t } = useLingui()
  const cache = useQueryClient()
  const showFailure = useFailureToast()
  const { booking, durationMinutes, resource } = move
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
      await cache.invalidateQueries({ queryKey: BOOKINGS_KEY })
      showToast({
        id: `moved-${id}`,
        title: t`Visit moved`,
        text: timeText(data.startsOnUtc, timeZone),
        kind: 'news',
        ...(values.scope === 'this' && {
          action: { label: t`Undo`, run: () => void undo(data.version, values.tellsContact).catch(showFailure) },
        }),
        shownMs: UNDO_MS,
      })
    },
  })
  /** Puts back time, length, teammates and rooms, and that it was confirmed. */
  const undo = async (version: number, tellsContact: boolean) => {
    const { id, items } = booking
    const [item] = items
    const single = items.length === 1 &&
      item && {
        durationMinutes: (Date.parse(item.endsOnUtc) - Date.parse(item.startsOnUtc)) / MINUTE_MS,
        resourceIDs: item.resources.map((each) => each.id),
      }
    const back = { id, version, startsOnUtc: booking.startsOnUtc, overrides: [...OVERRIDABLE_RULES], tellsContact }
    const { data } = await api.bookings.reschedule({ ...back, ...single })
    const { status } = booking
    if (status === 'confirmed' || status === 'arrived')
      await api.bookings.updateStatus({ id, version: data.version, status })
    await cache.invalidateQueries({ queryKey: BOOKINGS_KEY })
  }
  return (
    <FormModal
      title={durationMinutes ? t`Change the length of this visit?` : t`Move this visit?`}
      submitLabel={durationMinutes ? t`Change length` : t`Move visit`}
      form={slot.taken ? { ...form, error: null } : form}
      isDisabled={slot.taken !== null && slot.overrides.length === 0}
      onClose={onClose}
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
        {timeText(startsOnUtc, timeZone)}
        {resource && ` · ${resource.name}`}
        {durationMinutes && ` · ${t`${durationMinutes} minutes`}`}
      </p>
      <ScopeField booking={booking} {...form.control('scope')} />
      {booking.contact && <Switch label={t`Text the contact`} {...form.checkbox('tellsContact')} />}
    </FormModal>
  )
}

const timeText = (instant: string, zone: string): string =>
  `${longWeekday(instant, zone)}, ${monthDay(instant, zone)}, ${clock(instant, zone)}`
