import { useLingui } from '@lingui/react/macro'
import { Select } from '@mantine/core'

interface Props {
  label?: string
  value: string
  onChange: (timeZone: string) => void
}

/** Time zones of the US and Canada first, by frequency; the rest of the world below. */
const COMMON = [
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Phoenix',
  'America/Los_Angeles',
  'America/Anchorage',
  'Pacific/Honolulu',
  'America/Toronto',
  'America/Vancouver',
  'America/Edmonton',
  'America/Regina',
  'America/Halifax',
  'America/St_Johns',
  'America/Puerto_Rico',
]
const OTHERS = Intl.supportedValuesOf('timeZone').filter((zone) => !COMMON.includes(zone))

export function TimeZoneSelect({ label, value, onChange }: Props) {
  const { t } = useLingui()
  const isListed = COMMON.includes(value) || OTHERS.includes(value)
  return (
    <Select
      label={label ?? t`Time zone`}
      searchable
      allowDeselect={false}
      limit={60}
      nothingFoundMessage={t`No results`}
      value={value}
      onChange={(zone) => zone && onChange(zone)}
      data={[
        { group: t`US and Canada`, items: COMMON.map(option) },
        { group: t`Other time zones`, items: (isListed ? OTHERS : [value, ...OTHERS]).map(option) },
      ]}
    />
  )
}

const option = (zone: string) => ({ value: zone, label: zone.replaceAll('_', ' ').replace('/', ' / ') })
