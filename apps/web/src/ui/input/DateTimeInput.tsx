import { useLingui } from '@lingui/react/macro'
import { Group } from '@mantine/core'
import { DateInput } from './DateInput.tsx'
import { TimeSelect } from './TimeSelect.tsx'

interface Props {
  value: Temporal.PlainDateTime
  onChange: (value: Temporal.PlainDateTime) => void
  min?: Temporal.PlainDate
  error?: string | false
}

/** A day and a time of day side by side. */
export function DateTimeInput({ value, onChange, min, error }: Props) {
  const { t } = useLingui()
  return (
    <Group gap="sm" align="flex-start" grow>
      <DateInput
        label={t`Date`}
        min={min?.toString()}
        value={value.toPlainDate().toString()}
        error={error}
        onChange={(date) => onChange(Temporal.PlainDate.from(date).toPlainDateTime(value.toPlainTime()))}
      />
      <TimeSelect
        label={t`Time`}
        value={value.toPlainTime().toString({ smallestUnit: 'minute' })}
        onChange={(time) => onChange(value.withPlainTime(time))}
      />
    </Group>
  )
}
