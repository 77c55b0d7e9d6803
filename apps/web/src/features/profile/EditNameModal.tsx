import { useLingui } from '@lingui/react/macro'
import { TextInput } from '@mantine/core'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { required } from '../../ui/form/field-rules.ts'
import { useApiForm } from '../../ui/form/use-api-form.ts'

interface Props {
  title: string
  label: string
  description: string
  autoComplete: 'name' | 'organization'
  name: string
  save: (name: string) => Promise<unknown>
  onClose: () => void
}

/** Renames the person or the business. */
export function EditNameModal({ title, label, description, autoComplete, name: before, save, onClose }: Props) {
  const { t } = useLingui()
  const form = useApiForm({
    initial: { name: before },
    rules: { name: required },
    save: (values) => save(values.name),
  })
  return (
    <FormModal title={title} submitLabel={t`Save`} form={form} onClose={onClose}>
      <TextInput
        label={label}
        description={description}
        autoComplete={autoComplete}
        maxLength={120}
        data-autofocus
        {...form.text('name')}
      />
    </FormModal>
  )
}
