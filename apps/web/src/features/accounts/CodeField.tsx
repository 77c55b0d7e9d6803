import { useLingui } from '@lingui/react/macro'
import { TextInput, type TextInputProps } from '@mantine/core'
import { minLength, required } from '../../ui/form/field-rules.ts'

export const codeRules = [required, minLength(6)] as const

/** A code from an authenticator app, or a recovery code. Password managers that know the code offer it. */
export function CodeField(props: TextInputProps) {
  const { t } = useLingui()
  return (
    <TextInput
      label={t`Code`}
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={30}
      {...props}
    />
  )
}
