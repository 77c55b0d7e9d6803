import { Text } from '@mantine/core'
import { FormModal } from '../form/FormModal.tsx'
import { useApiForm } from '../form/use-api-form.ts'
import type { Confirmation } from './confirm.ts'

type Props = Confirmation & { onClose: () => void }

/** The dialog that `confirm` opens. */
export function ConfirmModal({ title, text, confirmLabel, isDestructive = true, act, onClose }: Props) {
  const form = useApiForm({ initial: {}, save: act })
  return (
    <FormModal title={title} submitLabel={confirmLabel} isDestructive={isDestructive} form={form} onClose={onClose}>
      <Text component="div" size="sm">
        {text}
      </Text>
    </FormModal>
  )
}
