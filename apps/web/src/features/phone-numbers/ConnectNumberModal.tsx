import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocations } from '../../entities/location/queries.ts'
import { phoneNumbersQuery } from '../../entities/phone-number/queries.ts'
import { api } from '../../lib/api.ts'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { TextField } from '../../ui/input/TextField.tsx'
import { LocationSelect } from './LocationSelect.tsx'

export function ConnectNumberModal({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const cache = useQueryClient()
  const locations = useLocations()
  const [phoneNumber, setPhoneNumber] = useState('')
  const [chosen, setChosen] = useState<string | null>(null)
  const locationID = chosen ?? locations[0]?.id

  const save = async () => {
    if (!locationID) return
    await api.phoneNumbers.connect({ phoneNumber, locationID })
    await cache.invalidateQueries({ queryKey: phoneNumbersQuery.queryKey })
  }
  return (
    <FormModal
      title={t`Connect a number`}
      submitLabel={t`Connect`}
      save={save}
      onClose={onClose}
      isDisabled={!locationID}
    >
      <TextField
        name="phone-number"
        label={t`Phone number`}
        description={t`A number your Twilio account already owns. Its texts will arrive here.`}
        type="tel"
        placeholder="(202) 555-0134"
        minLength={3}
        maxLength={40}
        required
        data-autofocus
        value={phoneNumber}
        onChange={(event) => setPhoneNumber(event.currentTarget.value)}
      />
      {locations.length > 1 && <LocationSelect value={locationID ?? null} onChange={setChosen} />}
    </FormModal>
  )
}
