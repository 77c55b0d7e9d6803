import { Text } from '@mantine/core'
import { FormModal } from '../form/FormModal.tsx'
import { useApiForm } from '../form/use-api-form.ts'
import type { Confirmation } from './confirm.ts'

/** What `confirm` opens. */
export function ConfirmModal({ title, text, confirmLabel, act, onClose }: Confirmation & { onClose: () => void }) {
  const form = useApiForm({ initial: {}, save: act })
  return (
    <FormModal title={title} submitLabel={confirmLabel} isDestructive form={form} onClose={onClose}>
      <Text component="div" size="sm">
        {text}
      </Text>
    </FormModal>
  )
}
