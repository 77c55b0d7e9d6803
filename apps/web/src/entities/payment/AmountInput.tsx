import { AMOUNT_MAX, currencyDecimals } from '@frontdesk/contract/rules'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { currencySymbol, moneyText } from '../../lib/money-text.ts'
import { readAmount, writeAmount } from './read-amount.ts'
import { TypedNumberField, type TypedNumberProps } from './TypedNumberField.tsx'

interface Props extends TypedNumberProps {
  currency: string
}

/** An amount of money, typed as people write it and passed on in the smallest unit. */
export function AmountInput({ currency, ...rest }: Props) {
  const { t } = useLingui()
  const decimals = currencyDecimals(currency)
  const example = writeAmount(1250, currency)
  return (
    <TypedNumberField
      // A text that is no amount in one currency may be one in another.
      key={currency}
      leftSection={currencySymbol(currency)}
      inputMode={decimals === 0 ? 'numeric' : 'decimal'}
      {...rest}
      read={(text) => readAmount(text, currency)}
      write={(amount) => writeAmount(amount, currency)}
      problemTexts={{
        unreadable: t`Enter an amount, such as ${example}.`,
        'too-many-decimals':
          decimals === 0
            ? t`Amounts in ${currency} have no decimals.`
            : plural(decimals, { one: 'Use at most # decimal.', other: 'Use at most # decimals.' }),
        'too-large': t`Enter at most ${moneyText(AMOUNT_MAX, currency)}.`,
      }}
    />
  )
}
