import { Trans, useLingui } from '@lingui/react/macro'
import { Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { useSession } from '../../lib/session/session.ts'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { useApiForm } from '../../ui/form/use-api-form.ts'
import { deletionQuery } from './queries.ts'

export function DeleteAccountModal({ title, onClose }: { title: string; onClose: () => void }) {
  const { t } = useLingui()
  const cache = useQueryClient()
  const name = useSession()?.tenantName ?? ''
  const form = useApiForm({
    initial: { businessName: '' },
    save: async (values) => {
      const { data } = await api.accountDeletion.request(values)
      cache.setQueryData(deletionQuery.queryKey, data.deletion)
    },
  })
  return (
    <FormModal
      title={title}
      submitLabel={t`Delete account`}
      isDestructive
      isDisabled={form.values.businessName.trim() !== name.trim()}
      form={form}
      onClose={onClose}
    >
      <Text size="sm">
        <Trans>
          To confirm, type your business name: <strong>{name}</strong>
        </Trans>
      </Text>
      <TextInput label={t`Business name`} autoComplete="off" data-autofocus {...form.text('businessName')} />
    </FormModal>
  )
}
