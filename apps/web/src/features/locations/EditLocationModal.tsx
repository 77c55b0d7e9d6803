import type { Location } from '@frontdesk/contract/api'
import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { locationsQuery } from '../../entities/location/queries.ts'
import { api } from '../../lib/api.ts'
import { errorCode } from '../../lib/error-code.ts'
import { zoneName } from '../../lib/time.ts'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { SharedColor } from '../../ui/form/SharedColor.tsx'
import { useSharedForm } from '../../ui/form/use-shared-form.tsx'
import { LocationFields, locationRules } from './LocationFields.tsx'
import { formOf } from './location-form.ts'

interface Props {
  location: Location
  onClose: () => void
}

export function EditLocationModal({ location, onClose }: Props) {
  const { t } = useLingui()
  const cache = useQueryClient()
  const form = useSharedForm({
    initial: { ...formOf(location), version: location.version },
    rules: locationRules,
    parts: {
      name: { label: t`Name`, fields: ['name'] },
      address: { label: t`Address`, fields: ['formattedAddress', 'url', 'placeId'] },
      timeZone: { label: t`Time zone`, fields: ['timeZone'], show: ({ timeZone }) => zoneName(timeZone) },
      color: {
        label: t`Color`,
        fields: ['colorHex'],
        show: ({ colorHex }) => <SharedColor color={colorHex} />,
      },
      phone: { label: t`Main phone number`, fields: ['locationPhoneNumber'] },
      website: { label: t`Website`, fields: ['website'] },
      review: { label: t`Google review link`, fields: ['googleReviewUrl'] },
    },
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
    <FormModal
      title={t`Edit ${location.name}`}
      submitLabel={t`Save`}
      form={form}
      notice={form.notice}
      onClose={onClose}
    >
      <LocationFields form={form} bookedTimeZone={location.timeZone} />
    </FormModal>
  )
}
