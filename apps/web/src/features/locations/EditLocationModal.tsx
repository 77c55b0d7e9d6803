import type { Location } from '@frontdesk/contract/api'
import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { locationsQuery } from '../../entities/location/queries.ts'
import { api } from '../../lib/api.ts'
import { errorCode } from '../../lib/error-code.ts'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { useApiForm } from '../../ui/form/use-api-form.ts'
import { LocationFields, locationRules } from './LocationFields.tsx'
import { formOf } from './location-form.ts'

interface Props {
  location: Location
  onClose: () => void
}

export function EditLocationModal({ location, onClose }: Props) {
  const { t } = useLingui()
  const cache = useQueryClient()

  const form = useApiForm({
    initial: { ...formOf(location), version: location.version },
    rules: locationRules,
    save: async ({ version }, changed) => {
      await api.locations.update({ id: location.id, ...changed, version })
      await cache.invalidateQueries({ queryKey: locationsQuery.queryKey })
    },
    onConflict: async (error) => {
      if (errorCode(error) !== 'ChangedMeanwhile') return undefined
      const locations = await cache.fetchQuery({ ...locationsQuery, staleTime: 0 })
      const present = locations.find(({ id }) => id === location.id)
      return present && { ...formOf(present), version: present.version }
    },
  })
  return (
    <FormModal title={t`Edit ${location.name}`} submitLabel={t`Save`} form={form} onClose={onClose}>
      <LocationFields form={form} bookedTimeZone={location.timeZone} />
    </FormModal>
  )
}
