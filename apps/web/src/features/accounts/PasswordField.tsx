import { PASSWORD_MIN_LENGTH } from '@frontdesk/contract/rules'
import { useLingui } from '@lingui/react/macro'
import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { useFieldError } from '../../ui/form/Form.tsx'

interface Props extends Omit<PasswordInputProps, 'onChange' | 'value'> {
  value: string
  onChange: (value: string) => void
  /** A password being chosen: its length is shown and checked, and a password manager offers one. */
  isNew?: boolean
}

export function PasswordField({ value, onChange, isNew, label, ...rest }: Props) {
  const { t } = useLingui()
  const name = isNew ? 'new-password' : 'password'
  const error = useFieldError(name)
  return (
    <PasswordInput
      label={label ?? t`Password`}
      name={name}
      error={error}
      autoComplete={isNew ? 'new-password' : 'current-password'}
      required
      withAsterisk={false}
      maxLength={200}
      {...(isNew && { minLength: PASSWORD_MIN_LENGTH, description: t`At least ${PASSWORD_MIN_LENGTH} characters` })}
      visibilityToggleButtonProps={{ 'aria-label': t`Show or hide password`, tabIndex: 0 }}
      {...rest}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
