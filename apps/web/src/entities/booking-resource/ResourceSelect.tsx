import type { BookingResource } from '@frontdesk/contract/api'
import { RESOURCE_KINDS } from '@frontdesk/contract/rules'
import { useLingui } from '@lingui/react/macro'
import { Group, Select, type SelectProps } from '@mantine/core'
import { ResourceAvatar } from './ResourceAvatar.tsx'
import { RESOURCE_GROUP_TEXTS } from './resource-texts.ts'

interface Props
  extends Pick<
    SelectProps,
    'label' | 'aria-label' | 'description' | 'placeholder' | 'error' | 'disabled' | 'maw' | 'w' | 'mb'
  > {
  /** The options. */
  resources: readonly BookingResource[]
  value: string | null
  onChange: (resourceID: string | null) => void
  isClearable?: boolean
}

/** A teammate, a room or a piece of equipment, by kind; the reader themselves comes first. */
export function ResourceSelect({ resources, value, onChange, isClearable = false, ...field }: Props) {
  const { t, i18n } = useLingui()
  const labelOf = ({ name, isOwn, isArchived }: BookingResource) =>
    isOwn ? t`${name} (you)` : isArchived ? t`${name} (archived)` : name
  const chosen = resources.find(({ id }) => id === value)
  return (
    <Select
      {...field}
      searchable
      allowDeselect={false}
      clearable={isClearable}
      clearButtonProps={{ 'aria-label': t`Clear` }}
      nothingFoundMessage={t`No results`}
      leftSection={chosen && <ResourceAvatar resource={chosen} size={20} />}
      value={value}
      onChange={onChange}
      data={RESOURCE_KINDS.map((kind) => ({
        group: i18n._(RESOURCE_GROUP_TEXTS[kind]),
        items: resources
          .filter((resource) => resource.kind === kind)
          .toSorted((a, b) => Number(b.isOwn) - Number(a.isOwn) || Number(a.isArchived) - Number(b.isArchived))
          .map((resource) => ({ value: resource.id, label: labelOf(resource) })),
      })).filter(({ items }) => items.length > 0)}
      renderOption={({ option }) => {
        const resource = resources.find(({ id }) => id === option.value)
        return (
          <Group gap="xs" wrap="nowrap">
            {resource && <ResourceAvatar resource={resource} size={20} />}
            <span style={{ overflowWrap: 'anywhere' }}>{option.label}</span>
          </Group>
        )
      }}
    />
  )
}
