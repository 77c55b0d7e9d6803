import { Text } from '@mantine/core'
import { FormModal } from '../form/FormModal.tsx'
import type { Confirmation } from './confirm.ts'

/** What `confirm` opens. */
export function ConfirmModal({ title, text, confirmLabel, act, onClose }: Confirmation & { onClose: () => void }) {
  return (
    <FormModal title={title} submitLabel={confirmLabel} isDestructive save={act} onClose={onClose}>
      <Text component="div" size="sm">
        {text}
      </Text>
    </FormModal>
  )
}
