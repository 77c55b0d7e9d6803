import type { BookingResource } from '@frontdesk/contract/api'
import { RESOURCE_NAME_MAX, type ResourceKind } from '@frontdesk/contract/rules'
import { useLingui } from '@lingui/react/macro'
import { Select, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { bookingResourcesQuery } from '../../entities/booking-resource/queries.ts'
import { chosenLocation } from '../../entities/location/chosen-location.ts'
import { useLocations } from '../../entities/location/queries.ts'
import { api } from '../../lib/api.ts'
import { useStore } from '../../lib/create-store.ts'
import { errorCode } from '../../lib/error-code.ts'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { required } from '../../ui/form/field-rules.ts'
import { useSharedForm } from '../../ui/form/use-shared-form.tsx'

interface Values {
  name: string
  locationID: string | null
  version: number | null
}

interface Props {
  kind: Exclude<ResourceKind, 'teammate'>
  /** Undefined: add one. */
  resource?: BookingResource
  onAdded?: (resourceID: string) => void
  onClose: () => void
}

/** Adds a room or equipment, or changes its name and location. */
export function ThingModal({ kind, resource, onAdded, onClose }: Props) {
  const { t } = useLingui()
  const cache = useQueryClient()
  const locations = useLocations()
  const chosen = useStore(chosenLocation)
  const { queryKey } = bookingResourcesQuery
  const form = useSharedForm<Values>({
    initial: resource
      ? valuesOf(resource)
      : { name: '', locationID: chosen ?? locations[0]?.id ?? null, version: null },
    rules: { name: required, locationID: required },
    parts: {
      name: { label: t`Name`, fields: ['name'] },
      location: {
        label: t`Location`,
        fields: ['locationID'],
        show: ({ locationID }) => locations.find(({ id }) => id === locationID)?.name,
      },
    },
    errorFields: { LocationNotFound: 'locationID' },
    save: async ({ name, locationID, version }) => {
      const existing = resource && version !== null && { id: resource.id, version }
      const { data } = await api.bookingResources.save({ ...existing, kind, name: name.trim(), locationID })
      await cache.invalidateQueries({ queryKey })
      onAdded?.(data.id)
    },
    onConflict: async (error) => {
      if (!resource || errorCode(error) !== 'ChangedMeanwhile') return undefined
      const all = await cache.fetchQuery({ ...bookingResourcesQuery, staleTime: 0 })
      const present = all.find(({ id }) => id === resource.id)
      return present && valuesOf(present)
    },
  })
  const isRoom = kind === 'room'
  const title = resource ? (isRoom ? t`Edit room` : t`Edit equipment`) : isRoom ? t`Add a room` : t`Add equipment`
  return (
    <FormModal
      title={title}
      submitLabel={resource ? t`Save` : t`Add`}
      form={form}
      notice={form.notice}
      onClose={onClose}
    >
      <TextInput
        label={t`Name`}
        placeholder={isRoom ? t`Such as: Room 2` : t`Such as: Laser`}
        maxLength={RESOURCE_NAME_MAX}
        data-autofocus
        {...form.text('name')}
      />
      {locations.length > 1 && (
        <Select
          label={t`Location`}
          allowDeselect={false}
          data={locations.map(({ id, name }) => ({ value: id, label: name }))}
          {...form.control('locationID')}
        />
      )}
    </FormModal>
  )
}

const valuesOf = ({ name, locationIDs, version }: BookingResource): Values => ({
  name,
  locationID: locationIDs[0] ?? null,
  version,
})
