import { PASSWORD_MIN_LENGTH } from '@frontdesk/contract'
import { useLingui } from '@lingui/react/macro'
import { PasswordInput, type PasswordInputProps } from '@mantine/core'

interface Props extends Omit<PasswordInputProps, 'onChange' | 'value'> {
  value: string
  onChange: (value: string) => void
  /** One that is being chosen: its length is said and checked, and a password manager offers one. */
  isNew?: boolean
}

export function PasswordField({ value, onChange, isNew, label, ...rest }: Props) {
  const { t } = useLingui()
  return (
    <PasswordInput
      label={label ?? t`Password`}
      name={isNew ? 'new-password' : 'password'}
      autoComplete={isNew ? 'new-password' : 'current-password'}
      required
      withAsterisk={false}
      maxLength={200}
      {...(isNew && { minLength: PASSWORD_MIN_LENGTH, description: t`At least ${PASSWORD_MIN_LENGTH} characters` })}
      visibilityToggleButtonProps={{ 'aria-label': t`Show or hide the password`, tabIndex: 0 }}
      {...rest}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
