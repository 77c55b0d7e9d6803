import type { Contact } from '@frontdesk/contract/api'
import { TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { applyContactChange } from '../../entities/contact/apply-contact-change.ts'
import { ConflictNote } from '../../entities/contact/ConflictNote.tsx'
import { conflictOf, conflictText } from '../../entities/contact/contact-edits.ts'
import { api } from '../../lib/api.ts'
import type { FieldRule } from '../../ui/form/field-rules.ts'
import { useApiForm } from '../../ui/form/use-api-form.ts'
import { useErrorText } from '../../ui/form/use-error-text.ts'
import { FactButton } from './Fact.tsx'
import classes from './InlineText.module.css'

interface Props {
  contact: Contact
  field: 'name' | 'email' | 'taxExemption'
  label: string
  /** The value as it reads, or what stands for an empty one. */
  shown: string
  type?: 'email'
  maxLength: number
  mayEdit: boolean
  rule?: FieldRule<string>
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
  contact,
  field,
  label,
  type,
  maxLength,
  rule,
  onDone,
}: Omit<Props, 'mayEdit' | 'shown'> & { onDone: () => void }) {
  const cache = useQueryClient()
  /** The value that the edit is based on: the one when it began, or the one that a conflict showed. */
  const [expected, setExpected] = useState(contact[field])
  const form = useApiForm({
    initial: { value: contact[field] ?? '' },
    rules: { value: rule ?? [] },
    save: async (_values, { value }) => {
      if (value === undefined) return
      const text = value.trim()
      const edit = field === 'name' ? { name: text } : { [field]: text || null }
      applyContactChange(cache, await api.contacts.update({ id: contact.id, ...edit, expected: { [field]: expected } }))
    },
    onConflict: (error) => {
      const changes = conflictOf(error)
      if (!changes) return undefined
      setExpected(changes.contact[field])
      return { value: changes.contact[field] ?? '' }
    },
  })
  const changes = conflictOf(form.error)
  const failure = useErrorText(changes ? null : form.error)
  const submit = async () => {
    if (await form.submit()) onDone()
  }
  const input = form.text('value')
  return (
    <div className={classes.editor}>
      <TextInput
        size="xs"
        autoFocus
        aria-label={label}
        type={type}
        maxLength={maxLength}
        autoComplete="off"
        dir="auto"
        {...input}
        error={input.error ?? (failure || undefined)}
        onBlur={() => {
          if (!changes) void submit()
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.nativeEvent.isComposing) void submit()
          if (event.key !== 'Escape') return
          event.stopPropagation()
          onDone()
        }}
      />
      {changes && <ConflictNote text={conflictText(field, changes)} onTheirs={onDone} onMine={() => void submit()} />}
    </div>
  )
}
