import { currencyDecimals } from '@frontdesk/contract/rules'
import { NumberInput, type NumberInputProps } from '@mantine/core'
import { currencySymbol } from '../../lib/money-text.ts'

interface Props extends Omit<NumberInputProps, 'value' | 'onChange'> {
  currency: string
  /** In the smallest unit of the currency; null: empty. */
  value: number | null
  onChange: (amount: number | null) => void
}

const AMOUNT_MAX_SHOWN = 9_999_999_999

/** An amount of money, typed as people write it and passed on in the smallest unit. */
export function AmountInput({ currency, value, onChange, ...rest }: Props) {
  const unit = 10 ** currencyDecimals(currency)
  return (
    <NumberInput
      leftSection={currencySymbol(currency)}
      min={0}
      max={AMOUNT_MAX_SHOWN}
      decimalScale={currencyDecimals(currency)}
      allowNegative={false}
      hideControls
      {...rest}
      value={value === null ? '' : value / unit}
      onChange={(typed) => onChange(typed === '' ? null : Math.round(Number(typed) * unit))}
    />
  )
}
