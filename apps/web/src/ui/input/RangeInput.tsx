import { useLingui } from '@lingui/react/macro'
import { NumberInput, type NumberInputProps } from '@mantine/core'
import { useState } from 'react'

interface Props extends Omit<NumberInputProps, 'value' | 'onChange' | 'min' | 'max' | 'clampBehavior'> {
  min: number
  max: number
  value: number
  /** NaN while the field has no number. */
  onChange: (value: number) => void
}

const numberOf = (typed: number | string): number => (typed === '' ? Number.NaN : Number(typed))

/** An autosaved number. One out of range stays as typed, with an error, and the caller must not save it. */
export function RangeInput({ min, max, value, onChange, ...others }: Props) {
  const { t } = useLingui()
  const [typed, setTyped] = useState<number | string>(value)
  const isValid = value >= min && value <= max
  return (
    <NumberInput
      {...others}
      min={min}
      max={max}
      allowNegative={false}
      clampBehavior="none"
      error={!isValid && t`Not saved: enter a number from ${min} to ${max}.`}
      // Keep unfinished input such as “1.”, but follow values that change elsewhere.
      value={Object.is(numberOf(typed), value) ? typed : value}
      onChange={(next) => {
        setTyped(next)
        onChange(numberOf(next))
      }}
    />
  )
}
