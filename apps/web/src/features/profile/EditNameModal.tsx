import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { TextField } from '../../ui/input/TextField.tsx'

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
  const [name, setName] = useState(before)
  return (
    <FormModal
      title={title}
      submitLabel={t`Save`}
      save={() => save(name)}
      onClose={onClose}
      isDisabled={name.trim() === ''}
    >
      <TextField
        name={autoComplete}
        label={label}
        description={description}
        autoComplete={autoComplete}
        maxLength={120}
        required
        data-autofocus
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
    </FormModal>
  )
}
