import type { Booking } from '@frontdesk/contract/api'
import { NEXT_STATUSES } from '@frontdesk/contract/rules'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Switch, Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { STATUS_TEXTS } from '../../entities/booking/booking-texts.ts'
import { BOOKINGS_KEY } from '../../entities/booking/queries.ts'
import { api } from '../../lib/api.ts'
import { serverInstant } from '../../lib/server-time.ts'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { useApiForm } from '../../ui/form/use-api-form.ts'
import { PresentVisit } from './PresentVisit.tsx'
import { usePresentBooking } from './use-present-booking.ts'

type Status = 'booked' | 'declined' | 'requested'

const TEXTS: Record<Status, { title: MessageDescriptor; text: MessageDescriptor; submit: MessageDescriptor }> = {
  booked: {
    title: msg`Book this visit again?`,
    text: msg`The visit is booked for the same time, if it’s still free.`,
    submit: msg`Book again`,
  },
  declined: {
    title: msg`Decline this request?`,
    text: msg`The time becomes available to others.`,
    submit: msg`Decline`,
  },
  requested: {
    title: msg`Reopen this request?`,
    text: msg`The time is held again, if it’s still free. You can then approve the request.`,
    submit: msg`Reopen`,
  },
}

interface Props {
  booking: Booking
  status: Status
  onClose: () => void
}

/** Declines a request, or restores a canceled or declined visit. Texts the contact if chosen. */
export function ChangeStatusModal({ booking: opened, status, onClose }: Props) {
  const { i18n, t } = useLingui()
  const { booking, onConflict } = usePresentBooking(opened)
  const cache = useQueryClient()
  const { title, text, submit } = TEXTS[status]
  const form = useApiForm({
    initial: { reason: '', tellsContact: opened.startsOnUtc > serverInstant() },
    save: async (values) => {
      await api.bookings.updateStatus({ id: booking.id, version: booking.version, status, ...values })
      await cache.invalidateQueries({ queryKey: BOOKINGS_KEY })
    },
    onConflict,
  })
  const isPossible = NEXT_STATUSES[booking.status].includes(status)
  return (
    <FormModal
      title={i18n._(title)}
      submitLabel={i18n._(submit)}
      form={form}
      isDestructive={status === 'declined'}
      isDisabled={!isPossible}
      onClose={onClose}
    >
      <PresentVisit booking={booking} />
      <Text size="sm">
        {isPossible ? i18n._(text) : t`Its status is now “${i18n._(STATUS_TEXTS[booking.status])}”.`}
      </Text>
      {status === 'declined' && (
        <TextInput label={t`Reason`} description={t`For the team only.`} maxLength={300} {...form.text('reason')} />
      )}
      {booking.contact && <Switch label={t`Text the contact`} {...form.checkbox('tellsContact')} />}
    </FormModal>
  )
}
