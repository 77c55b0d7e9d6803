import type { PhoneNumber } from '@frontdesk/contract/api'
import { useLingui } from '@lingui/react/macro'
import { TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useLocations } from '../../entities/location/queries.ts'
import { phoneNumbersQuery } from '../../entities/phone-number/queries.ts'
import { api } from '../../lib/api.ts'
import { phoneText } from '../../lib/phone-text.ts'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { required } from '../../ui/form/field-rules.ts'
import { useApiForm } from '../../ui/form/use-api-form.ts'
import { LocationSelect } from './LocationSelect.tsx'

interface Props {
  number: PhoneNumber
  onClose: () => void
}

/** Renames a number and moves it to another location. */
export function EditNumberModal({ number, onClose }: Props) {
  const { t } = useLingui()
  const cache = useQueryClient()
  const locations = useLocations()
  const phone = phoneText(number.phoneNumber)
  const form = useApiForm({
    initial: {
      friendlyName: number.friendlyName === number.phoneNumber ? phone : number.friendlyName,
      locationID: number.locationID,
    },
    rules: { friendlyName: required },
    save: async ({ friendlyName, locationID }) => {
      await api.phoneNumbers.update({ sid: number.sid, friendlyName: friendlyName.trim(), locationID })
      await cache.invalidateQueries({ queryKey: phoneNumbersQuery.queryKey })
    },
  })
  return (
    <FormModal title={t`Edit ${phone}`} submitLabel={t`Save`} form={form} onClose={onClose}>
      <TextInput
        label={t`Name`}
        description={t`Only your team sees it, for example “Front desk”.`}
        maxLength={60}
        data-autofocus
        {...form.text('friendlyName')}
      />
      {locations.length > 1 && (
        <LocationSelect
          {...form.control('locationID')}
          description={t`New conversations start at this location. Existing ones stay where they are.`}
        />
      )}
    </FormModal>
  )
}
