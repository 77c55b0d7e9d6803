import type { Booking } from '@frontdesk/contract/api'
import { Trans, useLingui } from '@lingui/react/macro'
import { Switch, Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { servicesText } from '../../entities/booking/booking-texts.ts'
import { BOOKINGS_KEY } from '../../entities/booking/queries.ts'
import { api } from '../../lib/api.ts'
import { momentIn } from '../../lib/time.ts'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { useApiForm } from '../../ui/form/use-api-form.ts'
import { type Scope, ScopeField } from './ScopeField.tsx'

interface Props {
  booking: Booking
  onClose: () => void
}

/** Cancels a visit, or more of its series. */
export function CancelBookingModal({ booking, onClose }: Props) {
  const { t } = useLingui()
  const cache = useQueryClient()
  const form = useApiForm({
    initial: { reason: '', scope: 'this' as Scope, tellsContact: true },
    save: async (values) => {
      await api.bookings.cancel({ id: booking.id, version: booking.version, ...values })
      await cache.invalidateQueries({ queryKey: BOOKINGS_KEY })
    },
  })
  return (
    <FormModal title={t`Cancel this visit?`} submitLabel={t`Cancel visit`} form={form} isDestructive onClose={onClose}>
      <Text size="sm">
        <Trans>
          {servicesText(booking)}, {momentIn(booking.startsOnUtc, booking.timeZone)}. Its time becomes free for others.
        </Trans>
      </Text>
      <ScopeField booking={booking} {...form.control('scope')} />
      <TextInput label={t`Reason`} description={t`For the team only.`} maxLength={300} {...form.text('reason')} />
      {booking.contact && <Switch label={t`Text the contact`} {...form.checkbox('tellsContact')} />}
    </FormModal>
  )
}
