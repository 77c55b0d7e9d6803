import { Stack } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { ErrorText } from './ErrorText.tsx'
import classes from './Form.module.css'
import type { FormState } from './use-api-form.ts'

interface Props {
  form: FormState
  onSaved?: () => void
  /** A decision to make before the form can be saved, shown with the failure. */
  notice?: ReactNode
  children: ReactNode
}

/**
 * A form with its failure above the fields, which gets the focus: in a tall dialog it is scrolled out of sight. Fields
 * show their own errors; the first invalid one gets the focus. A control with a custom validity keeps the form from
 * being sent.
 */
export function Form({ form, onSaved, notice, children }: Props) {
  const { refusals, error } = form
  const hasNotice = Boolean(notice)
  const element = useRef<HTMLFormElement>(null)
  const alerts = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (refusals === 0) return
    for (const control of element.current?.elements ?? []) {
      if (control instanceof HTMLElement && control.ariaInvalid === 'true') return control.focus()
    }
  }, [refusals])
  useEffect(() => {
    if (error || hasNotice) alerts.current?.focus()
  }, [error, hasNotice])
  return (
    <form
      ref={element}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        // React bubbles the submit of a dialog to the form that renders it.
        event.stopPropagation()
        for (const control of event.currentTarget.elements) {
          if (control instanceof HTMLInputElement && control.validity.customError) return control.focus()
        }
        void form.submit().then((isSaved) => isSaved && onSaved?.())
      }}
    >
      <Stack gap="sm">
        {(error || hasNotice) && (
          <div ref={alerts} tabIndex={-1} className={classes.alerts}>
            <ErrorText error={error} />
            {notice}
          </div>
        )}
        {children}
      </Stack>
    </form>
  )
}
