import { Text } from '@mantine/core'
import { ErrorText } from '../form/ErrorText.tsx'
import { FormModal } from '../form/FormModal.tsx'
import { useApiForm } from '../form/use-api-form.ts'
import type { Confirmation } from './confirm.ts'

interface Props extends Confirmation {
  /** Loads data that the text needs, such as how much would be deleted; nothing is confirmed before it has loaded. */
  query?: { isSuccess: boolean; error: unknown }
  onClose: () => void
}

/** A question with one answer, mostly before something is deleted. `confirm` opens it. */
export function ConfirmModal(props: Props) {
  const { title, text, confirmLabel, closeLabel, isDestructive = true, query, act, onClose } = props
  const form = useApiForm({ initial: {}, save: act })
  return (
    <FormModal
      title={title}
      submitLabel={confirmLabel}
      closeLabel={closeLabel}
      isDestructive={isDestructive}
      isDisabled={query?.isSuccess === false}
      form={form}
      onClose={onClose}
    >
      <ErrorText error={query?.error} />
      <Text component="div" size="sm">
        {text}
      </Text>
    </FormModal>
  )
}
