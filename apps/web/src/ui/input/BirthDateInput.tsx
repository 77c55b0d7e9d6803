import type { BirthDateParts } from '@frontdesk/contract/rules'
import { useLingui } from '@lingui/react/macro'
import { Group, Input, NativeSelect, TextInput } from '@mantine/core'
import { useId } from 'react'

interface Props {
  label: string
  /** Hides the label visually, where the name is beside the field. */
  isLabelHidden?: boolean
  value: BirthDateParts
  error?: string | undefined
  onChange: (value: BirthDateParts) => void
}

const MONTHS = Array.from({ length: 12 }, (_, index) => index + 1)
const DAYS = Array.from({ length: 31 }, (_, index) => String(index + 1))

/** Month, day, and a year that may be left out, as people know birthdays. */
export function BirthDateInput({ label, isLabelHidden = false, value, error, onChange }: Props) {
  const { t, i18n } = useLingui()
  const labelId = useId()
  const monthName = (month: number) =>
    i18n.date(new Date(Date.UTC(2000, month - 1, 1)), { month: 'long', timeZone: 'UTC' })
  return (
    <fieldset
      style={{ margin: 0, padding: 0, border: 0, minWidth: 0 }}
      aria-labelledby={isLabelHidden ? undefined : labelId}
      aria-label={isLabelHidden ? label : undefined}
    >
      {!isLabelHidden && (
        <Input.Label component="div" id={labelId}>
          {label}
        </Input.Label>
      )}
      <Group gap="xs">
        <NativeSelect
          flex={2}
          miw={116}
          aria-label={t`Month`}
          error={Boolean(error)}
          value={value.month}
          onChange={(event) => onChange({ ...value, month: event.currentTarget.value })}
          data={[
            { value: '', label: t`Month` },
            ...MONTHS.map((month) => ({ value: String(month), label: monthName(month) })),
          ]}
        />
        <NativeSelect
          flex={1}
          miw={72}
          aria-label={t`Day`}
          error={Boolean(error)}
          value={value.day}
          onChange={(event) => onChange({ ...value, day: event.currentTarget.value })}
          data={[{ value: '', label: t`Day` }, ...DAYS]}
        />
        <TextInput
          flex={1}
          miw={76}
          aria-label={t`Year (optional)`}
          placeholder={t`Year`}
          inputMode="numeric"
          autoComplete="off"
          maxLength={4}
          error={Boolean(error)}
          value={value.year}
          onChange={(event) => onChange({ ...value, year: event.currentTarget.value })}
        />
      </Group>
      {error && (
        <Input.Error mt={5} role="alert">
          {error}
        </Input.Error>
      )}
    </fieldset>
  )
}
