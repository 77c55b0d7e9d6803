import type { TeamMember } from '@frontdesk/contract/api'
import { PASSWORD_MIN_LENGTH } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { PasswordInput, Text } from '@mantine/core'
import { api } from '../../lib/api.ts'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { minLength, required } from '../../ui/form/field-rules.ts'
import { useApiForm } from '../../ui/form/use-api-form.ts'

interface Props {
  member: TeamMember
  onClose: () => void
}

export function SetMemberPasswordModal({ member, onClose }: Props) {
  const { t } = useLingui()
  const { displayName } = member
  const form = useApiForm({
    initial: { password: '' },
    rules: { password: [required, minLength(PASSWORD_MIN_LENGTH)] },
    errorFields: { PasswordTooObvious: 'password' },
    save: ({ password }) => api.team.setPassword({ userID: member.id, password }),
  })
  return (
    <FormModal title={t`Set password`} submitLabel={t`Set password`} form={form} onClose={onClose}>
      <Text size="sm">
        <Trans>{displayName} is signed out everywhere and needs the new password to sign in again.</Trans>
      </Text>
      <PasswordInput
        label={t`New password`}
        description={t`At least ${PASSWORD_MIN_LENGTH} characters`}
        autoComplete="new-password"
        maxLength={200}
        data-autofocus
        {...form.text('password')}
        visibilityToggleButtonProps={{ 'aria-label': t`Show or hide the password`, tabIndex: 0 }}
      />
    </FormModal>
  )
}
