import type { Label, Labels } from '@frontdesk/contract/api'
import { useLingui } from '@lingui/react/macro'
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { AVATAR_COLORS } from '../../ui/avatar/avatar-colors.ts'
import { FormModal } from '../../ui/form/FormModal.tsx'
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
  const [name, setName] = useState(label?.name ?? '')
  const [color, setColor] = useState(label?.color ?? AVATAR_COLORS[8])
  const typed = name.trim()
  const isTaken = stored.labels.some((one) => one !== label && one.name.toLowerCase() === typed.toLowerCase())
  const save = () =>
    saveLabels(
      stored,
      label
        ? stored.labels.map((one) => (one === label ? { name: typed, color, was: label.name } : one))
        : [...stored.labels, { name: typed, color }],
    )
  return (
    <FormModal
      title={label ? t`Edit “${label.name}”` : t`Add a label`}
      submitLabel={label ? t`Save` : t`Add label`}
      isDisabled={typed === '' || isTaken}
      save={save}
      onClose={onClose}
    >
      <TextInput
        data-autofocus
        label={t`Name`}
        maxLength={NAME_MAX}
        autoComplete="off"
        dir="auto"
        value={name}
        error={isTaken && t`Another label has this name`}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <ColorSelect label={t`Color`} value={color} onChange={setColor} />
    </FormModal>
  )
}
