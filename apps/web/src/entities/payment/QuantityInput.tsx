import { useLingui } from '@lingui/react/macro'
import { readQuantity, writeQuantity } from './read-quantity.ts'
import { TypedNumberField, type TypedNumberProps } from './TypedNumberField.tsx'

interface Props extends TypedNumberProps {
  /** In thousandths, like the value. */
  max: number
}

/** How much of something, passed on in thousandths. */
export function QuantityInput({ max, ...rest }: Props) {
  const { t } = useLingui()
  return (
    <TypedNumberField
      inputMode="decimal"
      {...rest}
      read={(text) => readQuantity(text, max)}
      write={writeQuantity}
      problemTexts={{
        unreadable: t`Enter a number, such as 1.5.`,
        'too-many-decimals': t`Use at most 3 decimals.`,
        'too-small': t`Enter more than 0.`,
        'too-large': t`Enter at most ${writeQuantity(max)}.`,
      }}
    />
  )
}
