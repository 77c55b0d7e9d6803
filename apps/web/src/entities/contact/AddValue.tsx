import { TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import type { FieldRule } from '../../ui/form/field-rules.ts'
import { useApiForm } from '../../ui/form/use-api-form.ts'
import { useErrorText } from '../../ui/form/use-error-text.ts'
import { TextButton } from '../../ui/text/TextButton.tsx'
import classes from './ContactValues.module.css'

interface Props {
  /** Of the button and of the field. */
  label: string
  type: 'tel' | 'email'
  rule: FieldRule<string> | FieldRule<string>[]
  save: (value: string) => Promise<unknown>
  /** Offered below the field when saving fails. */
  help?: (error: unknown) => ReactNode
}

/**
 * A button that turns into a field for one more number or email. Enter saves it; Escape or leaving it empty does not.
 */
export function AddValue({ label, ...rest }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  return isOpen ? (
    <Editor label={label} {...rest} onDone={() => setIsOpen(false)} />
  ) : (
    <TextButton className={classes.add} onClick={() => setIsOpen(true)}>
      <IconPlus size={12} aria-hidden="true" /> {label}
    </TextButton>
  )
}

function Editor({ label, type, rule, save, help, onDone }: Props & { onDone: () => void }) {
  const form = useApiForm({ initial: { value: '' }, rules: { value: rule }, save: ({ value }) => save(value.trim()) })
  const failure = useErrorText(form.error)
  const isEmpty = form.values.value.trim() === ''
  const submit = async () => {
    if (isEmpty || (await form.submit())) onDone()
  }
  const field = form.text('value')
  return (
    <div>
      <TextInput
        size="xs"
        autoFocus
        aria-label={label}
        type={type}
        maxLength={200}
        autoComplete="off"
        {...field}
        error={field.error ?? (failure || undefined)}
        onBlur={() => isEmpty && onDone()}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
            // Not the form around it.
            event.preventDefault()
            void submit()
          }
          if (event.key !== 'Escape') return
          event.stopPropagation()
          onDone()
        }}
      />
      {form.error && help?.(form.error)}
    </div>
  )
}
