import { Trans, useLingui } from '@lingui/react/macro'
import { Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { useSession } from '../../lib/session/session.ts'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { TextField } from '../../ui/input/TextField.tsx'
import { deletionQuery } from './queries.ts'

export function DeleteAccountModal({ title, onClose }: { title: string; onClose: () => void }) {
  const { t } = useLingui()
  const cache = useQueryClient()
  const name = useSession()?.tenantName ?? ''
  const [businessName, setBusinessName] = useState('')
  const save = async () => {
    const { data } = await api.accountDeletion.request({ businessName })
    cache.setQueryData(deletionQuery.queryKey, data.deletion)
  }
  return (
    <FormModal
      title={title}
      submitLabel={t`Delete account`}
      isDestructive
      isDisabled={businessName.trim() !== name.trim()}
      save={save}
      onClose={onClose}
    >
      <Text size="sm">
        <Trans>
          To confirm, type your business name: <strong>{name}</strong>
        </Trans>
      </Text>
      <TextField
        name="business-name"
        label={t`Business name`}
        autoComplete="off"
        data-autofocus
        value={businessName}
        onChange={(event) => setBusinessName(event.currentTarget.value)}
      />
    </FormModal>
  )
}
