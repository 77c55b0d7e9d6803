import type { Location } from '@frontdesk/contract/api'
import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { locationsQuery } from '../../entities/location/queries.ts'
import { api } from '../../lib/api.ts'
import { errorCode } from '../../lib/error-code.ts'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { LocationFields } from './LocationFields.tsx'
import { formOf } from './location-form.ts'

interface Props {
  location: Location
  onClose: () => void
}

export function EditLocationModal({ location, onClose }: Props) {
  const { t } = useLingui()
  const cache = useQueryClient()
  const [opened, setOpened] = useState(location)
  const [form, setForm] = useState(() => formOf(location))

  const save = async () => {
    const before = formOf(opened)
    const changed = Object.fromEntries(
      Object.entries(form).filter(([key, value]) => before[key as keyof typeof before] !== value),
    )
    try {
      await api.locations.update({ id: location.id, version: opened.version, ...changed })
    } catch (error) {
      if (errorCode(error) === 'ChangedMeanwhile') {
        // What this person did not touch follows the other's change; what they did stays for them to look at.
        const locations = await cache.fetchQuery({ ...locationsQuery, staleTime: 0 })
        const present = locations.find(({ id }) => id === location.id)
        if (present) {
          setOpened(present)
          setForm({ ...formOf(present), ...changed })
        }
      }
      throw error
    }
    await cache.invalidateQueries({ queryKey: locationsQuery.queryKey })
  }
  return (
    <FormModal title={t`Edit ${location.name}`} submitLabel={t`Save`} save={save} onClose={onClose}>
      <LocationFields form={form} onChange={(changes) => setForm((now) => ({ ...now, ...changes }))} />
    </FormModal>
  )
}
