import { useLingui } from '@lingui/react/macro'
import { Group, Select, type SelectProps } from '@mantine/core'
import { durationText } from '../../lib/duration-text.ts'
import { moneyText } from '../../lib/money-text.ts'
import { ColorDot } from '../../ui/text/ColorDot.tsx'
import { isOfferedAt, useBookingServices } from './queries.ts'

interface Props
  extends Pick<SelectProps, 'label' | 'aria-label' | 'placeholder' | 'error' | 'required' | 'disabled' | 'autoFocus'> {
  value: string | null
  onChange: (serviceID: string | null) => void
  /** Only services that this location offers. */
  locationID?: string | undefined
  /** Services not to choose from. */
  without?: readonly string[]
  isClearable?: boolean
}

/** One of the services that can be booked, with its color, length and price. An archived one stays if it is chosen. */
export function ServiceSelect({ value, onChange, locationID, without = [], isClearable = false, ...field }: Props) {
  const { t } = useLingui()
  const services = useBookingServices().filter(
    (service) =>
      service.id === value ||
      (!service.isArchived &&
        !without.includes(service.id) &&
        (locationID === undefined || isOfferedAt(service, locationID))),
  )
  const chosen = services.find(({ id }) => id === value)
  return (
    <Select
      {...field}
      searchable
      allowDeselect={false}
      clearable={isClearable}
      clearButtonProps={{ 'aria-label': t`Clear` }}
      nothingFoundMessage={t`No services`}
      leftSection={chosen && <ColorDot color={chosen.color} />}
      value={value}
      onChange={onChange}
      data={services.map(({ id, name }) => ({ value: id, label: name }))}
      renderOption={({ option }) => {
        const service = services.find(({ id }) => id === option.value)
        if (!service) return option.label
        const { color, durations, priceAmount, currency } = service
        return (
          <Group gap="xs" wrap="nowrap">
            <ColorDot color={color} />
            <span style={{ flex: 1, overflowWrap: 'anywhere' }}>{option.label}</span>
            <span style={{ color: 'var(--fd-text-soft)', fontSize: 12 }}>
              {durationText(durations[0] ?? 0)}
              {priceAmount !== null && ` · ${moneyText(priceAmount, currency)}`}
            </span>
          </Group>
        )
      }}
    />
  )
}
