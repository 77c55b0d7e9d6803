import { RESOURCE_KINDS } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { Anchor, Group, MultiSelect } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useBookingResources } from '../../entities/booking-resource/queries.ts'
import { ResourceAvatar } from '../../entities/booking-resource/ResourceAvatar.tsx'
import { RESOURCE_GROUP_TEXTS } from '../../entities/booking-resource/resource-texts.ts'
import type { ApiForm } from '../../ui/form/use-api-form.ts'
import classes from './Services.module.css'
import type { ServiceValues } from './service-values.ts'

/** The teammates, rooms and equipment that can provide a service. */
export function ProviderFields({ form }: { form: ApiForm<ServiceValues> }) {
  const { t, i18n } = useLingui()
  const { value: chosenIds, error, onChange } = form.control('resourceIDs')
  const resources = useBookingResources().filter(({ id, isArchived }) => !isArchived || chosenIds.includes(id))
  return (
    <div className={classes.stack}>
      {RESOURCE_KINDS.map((kind) => {
        const ofKind = resources.filter((resource) => resource.kind === kind)
        if (ofKind.length === 0) return null
        const isOfKind = (id: string) => ofKind.some((resource) => resource.id === id)
        const chosen = chosenIds.filter(isOfKind)
        return (
          <MultiSelect
            key={kind}
            label={i18n._(RESOURCE_GROUP_TEXTS[kind])}
            placeholder={chosen.length === 0 ? t`Not needed` : undefined}
            searchable
            error={kind === 'teammate' && error}
            value={chosen}
            onChange={(ids) => onChange([...chosenIds.filter((id) => !isOfKind(id)), ...ids])}
            data={ofKind.map(({ id, name, isArchived }) => ({
              value: id,
              label: isArchived ? t`${name} (archived)` : name,
            }))}
            renderOption={({ option }) => {
              const resource = ofKind.find(({ id }) => id === option.value)
              return (
                <Group gap="xs" wrap="nowrap">
                  {resource && <ResourceAvatar resource={resource} size={20} />}
                  <span>{'label' in option ? option.label : ''}</span>
                </Group>
              )
            }}
          />
        )
      })}
      {resources.length === 0 && (
        <p className={classes.soft}>
          <Trans>No one can be booked yet.</Trans>
        </p>
      )}
      <Anchor component={Link} to="/bookings/availability" size="sm">
        <Trans>Add teammates, rooms, or equipment in Availability</Trans>
      </Anchor>
    </div>
  )
}
