import { TextInput, type TextInputProps } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'

export interface TypedNumberProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  /** Null: empty. */
  value: number | null
  onChange: (value: number | null) => void
  /**
   * For fields that are saved without a form: whether the text can be used. `onChange` is not called with one that
   * cannot. In a form the value is then null, and `Form` is not submitted.
   */
  onValidityChange?: (isValid: boolean) => void
}

interface Props<Problem extends string> extends TypedNumberProps {
  read: (text: string) => number | null | Problem
  write: (value: number) => string
  problemTexts: Record<Problem, string>
}

interface Typed {
  text: string
  /** The value when the field was left with a text that cannot be used. */
  leftAt?: number | null
}

/** A number that is kept as it was typed until it can be used; the field says why it cannot. */
export function TypedNumberField<Problem extends string>(props: Props<Problem>) {
  const { value, onChange, onValidityChange, read, write, problemTexts, error, ...rest } = props
  const [typed, setTyped] = useState<Typed>()
  const isReplaced = typed?.leftAt !== undefined && typed.leftAt !== value
  const text = typed && !isReplaced ? typed.text : value === null ? '' : write(value)
  const number = read(text)
  const problemText = typeof number === 'string' ? problemTexts[number] : undefined
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.setCustomValidity(problemText ?? ''), [problemText])
  const type = (next: string) => {
    setTyped({ text: next })
    const nextNumber = read(next)
    const isValid = typeof nextNumber !== 'string'
    onValidityChange?.(isValid)
    if (isValid) onChange(nextNumber)
    else if (!onValidityChange) onChange(null)
  }
  return (
    <TextInput
      autoComplete="off"
      {...rest}
      ref={input}
      error={problemText ?? error}
      value={text}
      onChange={({ currentTarget }) => type(currentTarget.value)}
      onBlur={() => setTyped(problemText === undefined ? undefined : { text, leftAt: value })}
    />
  )
}
