import { Stack } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { ErrorText } from './ErrorText.tsx'
import type { FormState } from './use-api-form.ts'

interface Props {
  form: FormState
  onSaved?: () => void
  children: ReactNode
}

/**
 * A form with its failure above the fields. Fields show their own errors; the first invalid one gets the focus. After a
 * failure the submit button gets it back: disabled while the form saves, it loses the focus to the page.
 */
export function Form({ form, onSaved, children }: Props) {
  const { refusals, error } = form
  const element = useRef<HTMLFormElement>(null)
  const submitter = useRef<HTMLElement>(null)
  useEffect(() => {
    if (refusals === 0) return
    for (const control of element.current?.elements ?? []) {
      if (control instanceof HTMLElement && control.ariaInvalid === 'true') return control.focus()
    }
  }, [refusals])
  useEffect(() => {
    if (error && document.activeElement === document.body) submitter.current?.focus()
  }, [error])
  return (
    <form
      ref={element}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        // React bubbles the submit of a dialog to the form that renders it.
        event.stopPropagation()
        submitter.current = event.nativeEvent.submitter
        void form.submit().then((isSaved) => isSaved && onSaved?.())
      }}
    >
      <Stack gap="sm">
        <ErrorText error={error} />
        {children}
      </Stack>
    </form>
  )
}
