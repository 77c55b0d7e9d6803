import type { Label, Labels } from '@frontdesk/contract/api'
import { useLingui } from '@lingui/react/macro'
import { TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { labelsQuery } from '../../entities/label/queries.ts'
import { errorCode } from '../../lib/error-code.ts'
import { AVATAR_COLORS } from '../../ui/avatar/avatar-colors.ts'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { required } from '../../ui/form/field-rules.ts'
import { SharedColor } from '../../ui/form/SharedColor.tsx'
import { useSharedForm } from '../../ui/form/use-shared-form.tsx'
import { ColorSelect } from '../../ui/input/ColorSelect.tsx'
import { useSaveLabels } from './queries.ts'

interface Props {
  stored: Labels
  /** Absent: a new one. */
  label?: Label
  onClose: () => void
}

const NAME_MAX = 40

/** Adds a label or changes one. Concurrent changes by teammates are not overwritten. */
export function LabelModal({ stored, label, onClose }: Props) {
  const { t } = useLingui()
  const cache = useQueryClient()
  const saveLabels = useSaveLabels()
  const [base, setBase] = useState({ stored, label })
  // Changes to other labels do not concern this dialog.
  const isUnchanged = !base.label || stored.labels.includes(base.label)
  const { version, labels } = isUnchanged ? stored : base.stored
  const isTaken = (name: string) =>
    labels.some((each) => each !== base.label && each.name.toLowerCase() === name.trim().toLowerCase())
  const isGone = label !== undefined && !stored.labels.some(({ name }) => name === label.name)
  /** After a refused save: the labels as they are now, and this one among them. */
  const findPresent = async (error: unknown): Promise<{ present?: Labels; theirs?: Label | undefined }> => {
    if (errorCode(error) !== 'ChangedMeanwhile' || !label) return {}
    const present = await cache.fetchQuery({ ...labelsQuery, staleTime: 0 })
    return { present, theirs: present.labels.find(({ name }) => name === label.name) }
  }
  const form = useSharedForm<{ name: string; color: string }>({
    initial: { name: label?.name ?? '', color: label?.color ?? AVATAR_COLORS[8] },
    parts: {
      name: { label: t`Name`, fields: ['name'] },
      color: { label: t`Color`, fields: ['color'], show: ({ color }) => <SharedColor color={color} /> },
    },
    rules: {
      name: [
        required,
        () => isGone && t`A teammate renamed or deleted this label. Cancel to see the labels as they are now.`,
        (name) => isTaken(name) && t`Another label has this name`,
      ],
    },
    save: async ({ name, color }) => {
      const next = { name: name.trim(), color }
      const send = (to: Labels, target: Label | undefined) =>
        saveLabels(
          to,
          target
            ? to.labels.map((each) => (each === target ? { ...next, was: each.name } : each))
            : [...to.labels, next],
        )
      try {
        await send({ version, labels }, base.label)
      } catch (error) {
        const { present, theirs } = await findPresent(error)
        if (!present || !theirs || theirs.color !== base.label?.color) throw error
        await send(present, theirs)
      }
    },
    onConflict: async (error) => {
      const { present, theirs } = await findPresent(error)
      if (!present || !theirs) return undefined
      setBase({ stored: present, label: theirs })
      return { name: theirs.name, color: theirs.color }
    },
  })
  return (
    <FormModal
      title={label ? t`Edit “${label.name}”` : t`Add a label`}
      submitLabel={label ? t`Save` : t`Add label`}
      form={form}
      notice={form.notice}
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
