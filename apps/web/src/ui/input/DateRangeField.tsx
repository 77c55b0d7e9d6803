import type { DateRange } from '@frontdesk/contract/rules'
import { useLingui } from '@lingui/react/macro'
import { Group, NativeSelect } from '@mantine/core'
import { DateInput } from './DateInput.tsx'
import { RANGE_GROUPS, RANGE_TEXTS } from './date-range-texts.ts'

/** Parameters of a URL; `from` and `until` are the days of the range `custom`. */
interface RangeParams {
  range?: DateRange | undefined
  from?: string | undefined
  until?: string | undefined
}

interface Props {
  label: string
  value: RangeParams
  onChange: (change: RangeParams) => void
}

/** A filter by date: a named range, or two days. */
export function DateRangeField({ label, value: { range, from, until }, onChange }: Props) {
  const { t, i18n } = useLingui()
  return (
    <>
      <NativeSelect
        label={label}
        value={range ?? 'all_time'}
        onChange={(event) => {
          const next = event.currentTarget.value as DateRange
          onChange({ range: next === 'all_time' ? undefined : next, from: undefined, until: undefined })
        }}
        data={[
          { value: 'all_time', label: i18n._(RANGE_TEXTS.all_time) },
          ...RANGE_GROUPS.map(({ name, ranges }) => ({
            group: i18n._(name),
            items: ranges.map((each) => ({ value: each, label: i18n._(RANGE_TEXTS[each]) })),
          })),
          { value: 'custom', label: i18n._(RANGE_TEXTS.custom) },
        ]}
      />
      {range === 'custom' && (
        <Group grow gap="xs">
          <DateInput
            label={t`From`}
            isClearable
            max={until}
            value={from ?? ''}
            onChange={(day) => onChange({ from: day || undefined })}
          />
          <DateInput
            label={t`Until`}
            isClearable
            min={from}
            value={until ?? ''}
            onChange={(day) => onChange({ until: day || undefined })}
          />
        </Group>
      )}
    </>
  )
}
