import { useLingui } from '@lingui/react/macro'
import { TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useLocations } from '../../entities/location/queries.ts'
import { phoneNumbersQuery } from '../../entities/phone-number/queries.ts'
import { api } from '../../lib/api.ts'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { minLength, required } from '../../ui/form/field-rules.ts'
import { useApiForm } from '../../ui/form/use-api-form.ts'
import { LocationSelect } from './LocationSelect.tsx'

export function ConnectNumberModal({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const cache = useQueryClient()
  const locations = useLocations()
  const form = useApiForm<{ phoneNumber: string; locationID: string | null }>({
    initial: { phoneNumber: '', locationID: null },
    rules: { phoneNumber: [required, minLength(3)] },
    save: async ({ phoneNumber }) => {
      if (!locationID) return
      await api.phoneNumbers.connect({ phoneNumber, locationID })
      await cache.invalidateQueries({ queryKey: phoneNumbersQuery.queryKey })
    },
  })
  const locationID = form.values.locationID ?? locations[0]?.id
  return (
    <FormModal
      title={t`Connect a number`}
      submitLabel={t`Connect`}
      form={form}
      onClose={onClose}
      isDisabled={!locationID}
    >
      <TextInput
        label={t`Phone number`}
        description={t`A number your Twilio account already owns. Its texts will arrive here.`}
        type="tel"
        placeholder="(202) 555-0134"
        maxLength={40}
        data-autofocus
        {...form.text('phoneNumber')}
      />
      {locations.length > 1 && <LocationSelect {...form.control('locationID')} />}
    </FormModal>
  )
}
