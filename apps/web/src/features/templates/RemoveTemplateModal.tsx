import type { Template } from '@frontdesk/contract/api'
import { Trans, useLingui } from '@lingui/react/macro'
import { Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { templatesQuery } from '../../entities/template/queries.ts'
import { api } from '../../lib/api.ts'
import { FormModal } from '../../ui/FormModal.tsx'

export function RemoveTemplateModal({ template, onClose }: { template: Template; onClose: () => void }) {
  const { t } = useLingui()
  const cache = useQueryClient()
  const save = async () => {
    await api.templates.remove({ id: template.id })
    await cache.invalidateQueries({ queryKey: templatesQuery.queryKey })
  }
  return (
    <FormModal
      title={t`Delete “${template.title}”?`}
      submitLabel={t`Delete template`}
      isDestructive
      save={save}
      onClose={onClose}
    >
      <Text size="sm">
        {template.isShared ? (
          <Trans>Your locations stop using it. The other locations keep it.</Trans>
        ) : (
          <Trans>Your team can no longer use it. Texts already sent with it stay as they are.</Trans>
        )}
      </Text>
    </FormModal>
  )
}
