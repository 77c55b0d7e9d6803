import { AMOUNT_MAX, currencyDecimals } from '@frontdesk/contract/rules'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { TextInput, type TextInputProps } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { currencySymbol, moneyText } from '../../lib/money-text.ts'
import { type AmountProblem, readAmount, writeAmount } from './read-amount.ts'

interface Props extends Omit<TextInputProps, 'value' | 'onChange'> {
  currency: string
  /** In the smallest unit of the currency; null: empty. */
  value: number | null
  onChange: (amount: number | null) => void
  /**
   * For fields that are saved without a form: whether the text is an amount. `onChange` is not called with one that is
   * not. In a form the amount is then null, and `Form` is not submitted.
   */
  onValidityChange?: (isValid: boolean) => void
}

interface Typed {
  text: string
  /** The value when the field was left with a text that is no amount. */
  leftAt?: number | null
}

const isProblem = (amount: ReturnType<typeof readAmount>): amount is AmountProblem => typeof amount === 'string'

/** An amount of money, typed as people write it and passed on in the smallest unit. */
export function AmountInput(props: Props) {
  // A text that is no amount in one currency may be one in another.
  return <AmountField key={props.currency} {...props} />
}

function AmountField({ currency, value, onChange, onValidityChange, error, ...rest }: Props) {
  const [typed, setTyped] = useState<Typed>()
  const isReplaced = typed?.leftAt !== undefined && typed.leftAt !== value
  const text = typed && !isReplaced ? typed.text : value === null ? '' : writeAmount(value, currency)
  const amount = readAmount(text, currency)
  const problemText = useProblemText(isProblem(amount) ? amount : undefined, currency)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.setCustomValidity(problemText ?? ''), [problemText])
  const type = (next: string) => {
    setTyped({ text: next })
    const read = readAmount(next, currency)
    onValidityChange?.(!isProblem(read))
    if (!isProblem(read)) onChange(read)
    else if (!onValidityChange) onChange(null)
  }
  return (
    <TextInput
      leftSection={currencySymbol(currency)}
      inputMode={currencyDecimals(currency) === 0 ? 'numeric' : 'decimal'}
      autoComplete="off"
      {...rest}
      ref={input}
      error={problemText ?? error}
      value={text}
      onChange={({ currentTarget }) => type(currentTarget.value)}
      onBlur={() => setTyped(isProblem(amount) ? { text, leftAt: value } : undefined)}
    />
  )
}

function useProblemText(problem: AmountProblem | undefined, currency: string): string | undefined {
  const { t } = useLingui()
  if (problem === undefined) return undefined
  const decimals = currencyDecimals(currency)
  const example = writeAmount(1250, currency)
  return {
    unreadable: t`Enter an amount, such as ${example}.`,
    'too-many-decimals':
      decimals === 0
        ? t`Amounts in ${currency} have no decimals.`
        : plural(decimals, { one: 'Use at most # decimal.', other: 'Use at most # decimals.' }),
    'too-large': t`Enter at most ${moneyText(AMOUNT_MAX, currency)}.`,
  }[problem]
}
