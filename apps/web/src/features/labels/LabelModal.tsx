import { DEFAULT_LABELS, type Label, type Labels } from '@frontdesk/contract'
import { useLingui } from '@lingui/react/macro'
import { ColorInput, TextInput } from '@mantine/core'
import { useState } from 'react'
import { AVATAR_COLORS } from '../../ui/avatar-colors.ts'
import { FormModal } from '../../ui/FormModal.tsx'
import { useSaveLabels } from './queries.ts'

interface Props {
  stored: Labels
  /** Absent: a new one. */
  label?: Label
  onClose: () => void
}

const NAME_MAX = 40
const SWATCHES = [...DEFAULT_LABELS.map(({ color }) => color), ...AVATAR_COLORS.slice(0, 14)]

export function LabelModal({ stored, label, onClose }: Props) {
  const { t } = useLingui()
  const saveLabels = useSaveLabels()
  const [name, setName] = useState(label?.name ?? '')
  const [color, setColor] = useState(label?.color ?? '#1c7ed6')
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
      <ColorInput
        label={t`Color`}
        format="hex"
        disallowInput
        withPicker={false}
        withEyeDropper={false}
        swatches={SWATCHES}
        swatchesPerRow={10}
        value={color}
        onChange={setColor}
        popoverProps={{ withinPortal: true }}
      />
    </FormModal>
  )
}
