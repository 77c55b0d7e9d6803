import { PASSWORD_MIN_LENGTH } from '@frontdesk/contract/rules'
import { useLingui } from '@lingui/react/macro'
import { PasswordInput, type PasswordInputProps } from '@mantine/core'

interface Props extends PasswordInputProps {
  /** A password being chosen: its minimum length is shown, and a password manager offers one. */
  isNew?: boolean
}

export function PasswordField({ isNew, ...rest }: Props) {
  const { t } = useLingui()
  return (
    <PasswordInput
      label={t`Password`}
      autoComplete={isNew ? 'new-password' : 'current-password'}
      maxLength={200}
      description={isNew && t`At least ${PASSWORD_MIN_LENGTH} characters`}
      visibilityToggleButtonProps={{ 'aria-label': t`Show or hide password`, tabIndex: 0 }}
      {...rest}
    />
  )
}
