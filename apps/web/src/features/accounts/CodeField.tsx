import { useLingui } from '@lingui/react/macro'
import { TextInput, type TextInputProps } from '@mantine/core'

interface Props extends Omit<TextInputProps, 'onChange' | 'value'> {
  value: string
  onChange: (value: string) => void
}

/** The six digits of an authenticator app, offered by those password managers that know them. */
export function CodeField({ value, onChange, ...rest }: Props) {
  const { t } = useLingui()
  return (
    <TextInput
      label={t`Code`}
      name="one-time-code"
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      required
      withAsterisk={false}
      minLength={6}
      maxLength={30}
      {...rest}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
