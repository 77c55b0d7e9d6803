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

/**
 * An autosaved number. One out of range stays as typed, with an error, and the caller must not save it. While it is
 * typed, one that is still too small is no error.
 */
export function RangeInput({ min, max, value, onChange, ...others }: Props) {
  const { t } = useLingui()
  const [typed, setTyped] = useState<number | string>(value)
  const [isTyping, setIsTyping] = useState(false)
  const isValid = isTyping ? !(value > max) : value >= min && value <= max
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
      onBlur={() => setIsTyping(false)}
      onChange={(next) => {
        setIsTyping(true)
        setTyped(next)
        onChange(numberOf(next))
      }}
    />
  )
}
