import { useLingui } from '@lingui/react/macro'
import { Select } from '@mantine/core'
import { useLocations } from '../../entities/location/queries.ts'

interface Props {
  value: string | null
  onChange: (locationId: string) => void
  description?: string
}

export function LocationSelect({ value, onChange, description }: Props) {
  const { t } = useLingui()
  const locations = useLocations()
  return (
    <Select
      label={t`Location`}
      description={description ?? t`Texts to this number go to this location’s team.`}
      allowDeselect={false}
      value={value ?? locations[0]?.id ?? null}
      onChange={(id) => id && onChange(id)}
      data={locations.map(({ id, name }) => ({ value: id, label: name }))}
    />
  )
}
