import type { TeamMember } from '@frontdesk/contract/api'
import { PASSWORD_MIN_LENGTH } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { PasswordInput, Text } from '@mantine/core'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { FormModal } from '../../ui/form/FormModal.tsx'

interface Props {
  member: TeamMember
  onClose: () => void
}

export function SetMemberPasswordModal({ member, onClose }: Props) {
  const { t } = useLingui()
  const [password, setPassword] = useState('')
  const { displayName } = member
  return (
    <FormModal
      title={t`Set password`}
      submitLabel={t`Set password`}
      save={() => api.team.setPassword({ userID: member.id, password })}
      onClose={onClose}
    >
      <Text size="sm">
        <Trans>{displayName} is signed out everywhere and needs the new password to sign in again.</Trans>
      </Text>
      <PasswordInput
        label={t`New password`}
        description={t`At least ${PASSWORD_MIN_LENGTH} characters`}
        autoComplete="new-password"
        minLength={PASSWORD_MIN_LENGTH}
        maxLength={200}
        required
        withAsterisk={false}
        data-autofocus
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
        visibilityToggleButtonProps={{ 'aria-label': t`Show or hide the password`, tabIndex: 0 }}
      />
    </FormModal>
  )
}
