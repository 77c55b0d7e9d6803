import { ActionIcon, Group, Input, Stack } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { type ReactNode, useRef, useState } from 'react'
import { useIsPhone } from '../../ui/layout/use-viewport.ts'
import { TextButton } from '../../ui/text/TextButton.tsx'
import classes from './FurtherValues.module.css'

export interface FurtherField {
  value: string
  /** Name of the field. */
  label: string
  /** It was just added. */
  autoFocus: boolean
  onChange: (value: string) => void
}

interface Props {
  values: readonly string[]
  onChange: (values: string[]) => void
  max: number
  addLabel: string
  /** Names the field at a position from 2, because the main value is the first. */
  labelOf: (position: number) => string
  removeLabelOf: (position: number) => string
  error?: string | undefined
  field: (field: FurtherField) => ReactNode
}

/** Further numbers or emails of a new contact: a field for each, and a button that adds one. */
export function FurtherValues({ values, onChange, max, addLabel, labelOf, removeLabelOf, error, field }: Props) {
  const isPhone = useIsPhone()
  const addButton = useRef<HTMLButtonElement>(null)
  const [focused, setFocused] = useState(-1)
  const remove = (index: number) => {
    onChange(values.toSpliced(index, 1))
    addButton.current?.focus()
  }
  return (
    <Stack gap={6} align="stretch" className={classes.values}>
      {values.map((value, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: values have no other identity than their position
        <Group key={index} gap={4} wrap="nowrap" align="flex-start">
          <div className={classes.field}>
            {field({
              value,
              label: labelOf(index + 2),
              autoFocus: index === focused,
              onChange: (next) => onChange(values.with(index, next)),
            })}
          </div>
          <ActionIcon size={isPhone ? 44 : 36} aria-label={removeLabelOf(index + 2)} onClick={() => remove(index)}>
            <IconX size={16} />
          </ActionIcon>
        </Group>
      ))}
      {error && <Input.Error role="alert">{error}</Input.Error>}
      {values.length < max && (
        <TextButton
          ref={addButton}
          className={classes.add}
          onClick={() => {
            setFocused(values.length)
            onChange([...values, ''])
          }}
        >
          <IconPlus size={12} aria-hidden="true" /> {addLabel}
        </TextButton>
      )}
    </Stack>
  )
}
