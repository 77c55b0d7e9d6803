import { useLingui } from '@lingui/react/macro'
import type { TextInputProps } from '@mantine/core'
import { TextField } from '../../ui/input/TextField.tsx'

interface Props extends Omit<TextInputProps, 'onChange' | 'value'> {
  value: string
  onChange: (value: string) => void
}

/** A code from an authenticator app, or a recovery code. Password managers that know the code offer it. */
export function CodeField({ value, onChange, ...rest }: Props) {
  const { t } = useLingui()
  return (
    <TextField
      label={t`Code`}
      name="one-time-code"
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      required
      minLength={6}
      maxLength={30}
      {...rest}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
