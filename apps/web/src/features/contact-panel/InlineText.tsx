import { TextInput } from '@mantine/core'
import { useState } from 'react'
import type { FieldRule } from '../../ui/form/field-rules.ts'
import { useApiForm } from '../../ui/form/use-api-form.ts'
import { useErrorText } from '../../ui/form/use-error-text.ts'
import { FactButton } from './Fact.tsx'

interface Props {
  label: string
  value: string
  /** The value as it reads, or what stands for an empty one. */
  shown: string
  type?: 'email'
  maxLength: number
  mayEdit: boolean
  rule?: FieldRule<string>
  save: (value: string) => Promise<void>
}

/** A text that a click turns into a field. Enter or leaving the field saves it; Escape leaves it as it was. */
export function InlineText({ mayEdit, ...props }: Props) {
  const [isEditing, setIsEditing] = useState(false)
  return isEditing && mayEdit ? (
    <Editor {...props} onDone={() => setIsEditing(false)} />
  ) : (
    <FactButton isOff={!mayEdit} label={props.label} onClick={() => setIsEditing(true)}>
      {props.shown}
    </FactButton>
  )
}

function Editor({
  label,
  value,
  type,
  maxLength,
  rule,
  save,
  onDone,
}: Omit<Props, 'mayEdit' | 'shown'> & { onDone: () => void }) {
  const form = useApiForm({
    initial: { value },
    rules: { value: rule ?? [] },
    save: async (_values, { value: changed }) => {
      if (changed !== undefined) await save(changed.trim())
    },
  })
  const failure = useErrorText(form.error)
  const submit = async () => {
    if (await form.submit()) onDone()
  }
  const field = form.text('value')
  return (
    <TextInput
      size="xs"
      autoFocus
      aria-label={label}
      type={type}
      maxLength={maxLength}
      autoComplete="off"
      dir="auto"
      {...field}
      error={field.error ?? (failure || undefined)}
      onBlur={() => void submit()}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !event.nativeEvent.isComposing) void submit()
        if (event.key !== 'Escape') return
        event.stopPropagation()
        onDone()
      }}
    />
  )
}
