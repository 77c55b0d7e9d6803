import type { PhoneNumber } from '@frontdesk/contract/api'
import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocations } from '../../entities/location/queries.ts'
import { phoneNumbersQuery } from '../../entities/phone-number/queries.ts'
import { api } from '../../lib/api.ts'
import { phoneText } from '../../lib/phone-text.ts'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { TextField } from '../../ui/input/TextField.tsx'
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
  const [friendlyName, setFriendlyName] = useState(
    number.friendlyName === number.phoneNumber ? phone : number.friendlyName,
  )
  const [locationID, setLocationID] = useState(number.locationID)
  const save = async () => {
    await api.phoneNumbers.update({ sid: number.sid, friendlyName: friendlyName.trim(), locationID })
    await cache.invalidateQueries({ queryKey: phoneNumbersQuery.queryKey })
  }
  return (
    <FormModal
      title={t`Edit ${phone}`}
      submitLabel={t`Save`}
      save={save}
      onClose={onClose}
      isDisabled={friendlyName.trim() === ''}
    >
      <TextField
        name="name"
        label={t`Name`}
        description={t`Only your team sees it, for example “Front desk”.`}
        maxLength={60}
        data-autofocus
        value={friendlyName}
        onChange={(event) => setFriendlyName(event.currentTarget.value)}
      />
      {locations.length > 1 && (
        <LocationSelect
          value={locationID}
          onChange={setLocationID}
          description={t`New conversations start at this location. Existing ones stay where they are.`}
        />
      )}
    </FormModal>
  )
}
