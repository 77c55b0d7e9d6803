import { CALENDAR_ADDRESS_MAX } from '@frontdesk/contract/rules'
import { useLingui } from '@lingui/react/macro'
import { TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { CALENDARS_KEY } from '../../entities/booking-calendar/queries.ts'
import { api } from '../../lib/api.ts'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { required } from '../../ui/form/field-rules.ts'
import { useApiForm } from '../../ui/form/use-api-form.ts'

const NAME_MAX = 60

/** Adds the address of an iCalendar file. */
export function AddAddressModal({ resourceID, onClose }: { resourceID: string; onClose: () => void }) {
  const { t } = useLingui()
  const cache = useQueryClient()
  const form = useApiForm({
    initial: { name: '', calendarUrl: '' },
    rules: { name: required, calendarUrl: required },
    errorFields: { CalendarAddressInvalid: 'calendarUrl' },
    save: async (values) => {
      await api.bookingCalendars.addAddress({ resourceID, ...values })
      await cache.invalidateQueries({ queryKey: CALENDARS_KEY })
    },
  })
  return (
    <FormModal title={t`Add a calendar address`} submitLabel={t`Add`} form={form} onClose={onClose}>
      <TextInput label={t`Name`} maxLength={NAME_MAX} data-autofocus {...form.text('name')} />
      <TextInput
        label={t`Address`}
        description={t`The address of an iCalendar file (.ics), such as the secret address of an Outlook or Apple calendar. It is read every few minutes.`}
        placeholder="https://"
        maxLength={CALENDAR_ADDRESS_MAX}
        {...form.text('calendarUrl')}
      />
    </FormModal>
  )
}
