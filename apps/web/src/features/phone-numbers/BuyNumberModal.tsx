import { useLingui } from '@lingui/react/macro'
import { TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { useLocations } from '../../lib/locations.ts'
import { ourNumbersQuery } from '../../lib/our-numbers.ts'
import { FormModal } from '../../ui/FormModal.tsx'
import { LocationSelect } from './LocationSelect.tsx'

export function BuyNumberModal({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const cache = useQueryClient()
  const locations = useLocations()
  const [areaCode, setAreaCode] = useState('')
  const [chosen, setChosen] = useState<string | null>(null)
  // One dialog buys one number, however often its request has to be repeated.
  const [requestId] = useState(() => crypto.randomUUID())
  const locationID = chosen ?? locations[0]?.id

  const save = async () => {
    if (!locationID) return
    await api.phoneNumbers.create({ areaCode, locationID, requestId })
    await cache.invalidateQueries({ queryKey: ourNumbersQuery.queryKey })
  }
  return (
    <FormModal title={t`Buy a number`} submitLabel={t`Buy`} save={save} onClose={onClose} isDisabled={!locationID}>
      <TextInput
        label={t`Area code`}
        description={t`Three digits, for example 415`}
        inputMode="numeric"
        pattern="[2-9][0-9]{2}"
        title={t`Three digits; the first is 2 to 9`}
        maxLength={3}
        required
        withAsterisk={false}
        data-autofocus
        value={areaCode}
        onChange={(event) => setAreaCode(event.currentTarget.value.replace(/\D/g, ''))}
      />
      <LocationSelect value={locationID ?? null} onChange={setChosen} />
    </FormModal>
  )
}
