import type { Label, Labels } from '@frontdesk/contract/api'
import { useLingui } from '@lingui/react/macro'
import { TextInput } from '@mantine/core'
import { AVATAR_COLORS } from '../../ui/avatar/avatar-colors.ts'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { required } from '../../ui/form/field-rules.ts'
import { useApiForm } from '../../ui/form/use-api-form.ts'
import { ColorSelect } from '../../ui/input/ColorSelect.tsx'
import { useSaveLabels } from './queries.ts'

interface Props {
  stored: Labels
  /** Absent: a new one. */
  label?: Label
  onClose: () => void
}

const NAME_MAX = 40

export function LabelModal({ stored, label, onClose }: Props) {
  const { t } = useLingui()
  const saveLabels = useSaveLabels()
  const isTaken = (name: string) =>
    stored.labels.some((each) => each !== label && each.name.toLowerCase() === name.trim().toLowerCase())
  const form = useApiForm<{ name: string; color: string }>({
    initial: { name: label?.name ?? '', color: label?.color ?? AVATAR_COLORS[8] },
    rules: { name: [required, (name) => isTaken(name) && t`Another label has this name`] },
    save: ({ name, color }) => {
      const next = { name: name.trim(), color }
      return saveLabels(
        stored,
        label
          ? stored.labels.map((each) => (each === label ? { ...next, was: label.name } : each))
          : [...stored.labels, next],
      )
    },
  })
  return (
    <FormModal
      title={label ? t`Edit “${label.name}”` : t`Add a label`}
      submitLabel={label ? t`Save` : t`Add label`}
      form={form}
      onClose={onClose}
    >
      <TextInput
        data-autofocus
        label={t`Name`}
        maxLength={NAME_MAX}
        autoComplete="off"
        dir="auto"
        {...form.text('name')}
      />
      <ColorSelect label={t`Color`} {...form.control('color')} />
    </FormModal>
  )
}
