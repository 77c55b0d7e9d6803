import { Stack } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { ErrorText } from './ErrorText.tsx'
import type { FormState } from './use-api-form.ts'

interface Props {
  form: FormState
  onSaved?: () => void
  children: ReactNode
}

/** A form with its failure above the fields. Fields show their own errors; the first invalid one gets the focus. */
export function Form({ form, onSaved, children }: Props) {
  const { refusals } = form
  const element = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (refusals === 0) return
    for (const control of element.current?.elements ?? []) {
      if (control instanceof HTMLElement && control.ariaInvalid === 'true') return control.focus()
    }
  }, [refusals])
  return (
    <form
      ref={element}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        // React bubbles the submit of a dialog to the form that renders it.
        event.stopPropagation()
        void form.submit().then((isSaved) => isSaved && onSaved?.())
      }}
    >
      <Stack gap="sm">
        <ErrorText error={form.error} />
        {children}
      </Stack>
    </form>
  )
}
