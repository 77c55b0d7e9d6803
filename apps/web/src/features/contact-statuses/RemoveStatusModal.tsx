import type { ContactStatus } from '@frontdesk/contract/api'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Text } from '@mantine/core'
import { FormModal } from '../../ui/form/FormModal.tsx'

interface Props {
  status: ContactStatus
  count: number
  onRemove: () => void
  onClose: () => void
}

export function RemoveStatusModal({ status, count, onRemove, onClose }: Props) {
  const { t } = useLingui()
  return (
    <FormModal
      title={t`Remove “${status.name}”?`}
      submitLabel={t`Remove status`}
      isDestructive
      save={async () => onRemove()}
      onClose={onClose}
    >
      <Text size="sm">
        <Plural
          value={count}
          one="# conversation has this status and will have no status."
          other="# conversations have this status and will have no status."
        />{' '}
        <Trans>Nothing else about them changes.</Trans>
      </Text>
    </FormModal>
  )
}
