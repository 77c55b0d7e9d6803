import { useLingui } from '@lingui/react/macro'
import { TagsInput, type TagsInputProps } from '@mantine/core'
import { useState } from 'react'

interface Props extends Omit<TagsInputProps, 'value' | 'onChange' | 'error'> {
  value: readonly number[]
  onChange: (value: number[]) => void
  /** Parses a text: the number, or why it cannot be used. */
  read: (text: string) => number | string
  write: (value: number) => string
}

/** Several numbers. While one is invalid it stays as typed with an error, and `onChange` is not called. */
export function NumberTagsInput({ value, onChange, read, write, ...rest }: Props) {
  const { t } = useLingui()
  const [typed, setTyped] = useState<string[] | null>(null)
  const texts = typed ?? value.map(write)
  const refused = texts.find((text) => typeof read(text) === 'string')
  const error = refused === undefined ? undefined : t`“${refused}” can’t be used. ${read(refused)}`
  const change = (next: string[]) => {
    const numbers = next.map(read).filter((each) => typeof each === 'number')
    setTyped(numbers.length < next.length ? next : null)
    if (numbers.length === next.length) onChange([...new Set(numbers)])
  }
  return <TagsInput acceptValueOnBlur {...rest} value={texts} onChange={change} error={error} />
}
