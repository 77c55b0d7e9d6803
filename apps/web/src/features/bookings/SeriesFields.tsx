import { SERIES_MAX, SERIES_WEEKS_MAX } from '@frontdesk/contract/rules'
import { useLingui } from '@lingui/react/macro'
import { NumberInput, Select } from '@mantine/core'

interface Props {
  /** Weeks from one visit to the next, plus one, as text; 1: a single visit. */
  repeats: string
  count: number
  onChange: (changes: { repeats?: string; count?: number }) => void
}

/** Whether a visit repeats, and how often. */
export function SeriesFields({ repeats, count, onChange }: Props) {
  const { t } = useLingui()
  return (
    <>
      <Select
        label={t`Repeats`}
        allowDeselect={false}
        data={[
          { value: '1', label: t`Does not repeat` },
          ...Array.from({ length: SERIES_WEEKS_MAX }, (_, index) => ({
            value: String(index + 2),
            label: index === 0 ? t`Every week` : t`Every ${index + 1} weeks`,
          })),
        ]}
        value={repeats}
        onChange={(next) => next !== null && onChange({ repeats: next })}
      />
      {repeats !== '1' && (
        <NumberInput
          label={t`How many visits`}
          min={2}
          max={SERIES_MAX}
          allowDecimal={false}
          value={count}
          onChange={(next) => onChange({ count: Math.min(SERIES_MAX, Math.max(2, Number(next) || 2)) })}
        />
      )}
    </>
  )
}
