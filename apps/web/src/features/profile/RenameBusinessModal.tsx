import { DEFAULT_BUSINESS_NAME } from '@frontdesk/contract'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { session, useSession } from '../../lib/session/session.ts'
import { FormModal } from '../../ui/FormModal.tsx'
import { TextField } from '../../ui/TextField.tsx'

export function RenameBusinessModal({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const present = useSession()?.tenantName ?? ''
  const [name, setName] = useState(present === DEFAULT_BUSINESS_NAME ? '' : present)
  const save = async () => {
    const { data } = await api.profile.updateBusiness({ name })
    if (session.current) session.set({ ...session.current, tenantName: data.name })
  }
  return (
    <FormModal
      title={t`Rename the business`}
      submitLabel={t`Save`}
      save={save}
      onClose={onClose}
      isDisabled={name.trim() === ''}
    >
      <TextField
        name="business-name"
        label={t`Business name`}
        description={t`Your team and your invitations show it.`}
        autoComplete="organization"
        maxLength={120}
        required
        data-autofocus
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
    </FormModal>
  )
}
