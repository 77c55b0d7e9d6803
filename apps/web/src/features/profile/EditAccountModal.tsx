import type { Profile } from '@frontdesk/contract'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { FormModal } from '../../ui/FormModal.tsx'
import { TextField } from '../../ui/TextField.tsx'

interface Props {
  name: string
  onSaved: (answer: { data: Profile }) => void
  onClose: () => void
}

export function EditAccountModal({ name: before, onSaved, onClose }: Props) {
  const { t } = useLingui()
  const [name, setName] = useState(before)
  return (
    <FormModal
      title={t`Edit account info`}
      submitLabel={t`Save`}
      save={async () => onSaved(await api.profile.updateProfile({ name }))}
      onClose={onClose}
      isDisabled={name.trim() === ''}
    >
      <TextField
        name="name"
        label={t`Name`}
        description={t`Your teammates see it, and contacts see it in texts signed with your name.`}
        autoComplete="name"
        maxLength={120}
        required
        data-autofocus
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
    </FormModal>
  )
}
