import { t } from '@lingui/core/macro'
import { type ComponentProps, createContext, useContext, useEffect, useMemo, useRef, useState } from 'react'

interface FieldErrors {
  errors: Record<string, string>
  register: (name: string) => () => void
}

const FieldErrorsContext = createContext<FieldErrors | null>(null)

/** What the form found wrong with the field of this name; the field shows it instead of the browser's balloon. */
export function useFieldError(name: string): string | undefined {
  const form = useContext(FieldErrorsContext)
  const register = form?.register
  useEffect(() => register?.(name), [register, name])
  return form?.errors[name]
}

type Control = HTMLInputElement | HTMLTextAreaElement

const isControl = (target: EventTarget | null): target is Control =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement

/** The browser finds what is wrong, the words are ours. */
function problemText({ validity, title, minLength }: Control): string {
  if (validity.valueMissing) return t`This is required.`
  if (validity.typeMismatch) return t`Enter an email address, such as ann@example.com.`
  if (validity.tooShort) return t`Use at least ${minLength} characters.`
  return title || t`Check this field.`
}

/**
 * A form whose native validation speaks in our own style: fields that use `useFieldError` show their message below
 * themselves, all at once; fields that don't keep the browser's balloon.
 */
export function Form({ children, ...rest }: ComponentProps<'form'>) {
  const form = useRef<HTMLFormElement>(null)
  const names = useRef(new Map<string, number>())
  const [errors, setErrors] = useState<Record<string, string>>({})

  useEffect(() => {
    const element = form.current
    const onInvalid = (event: Event) => {
      const control = event.target
      if (!isControl(control) || !names.current.has(control.name)) return
      event.preventDefault()
      const first = [...(element?.elements ?? [])].find((each) => isControl(each) && !each.validity.valid)
      if (first === control) control.focus()
      setErrors((before) => ({ ...before, [control.name]: problemText(control) }))
    }
    // `invalid` does not bubble; it can only be caught on its way down.
    element?.addEventListener('invalid', onInvalid, true)
    return () => element?.removeEventListener('invalid', onInvalid, true)
  }, [])

  const fieldErrors = useMemo(
    () => ({
      errors,
      register: (name: string) => {
        names.current.set(name, (names.current.get(name) ?? 0) + 1)
        return () => {
          const left = (names.current.get(name) ?? 1) - 1
          if (left > 0) names.current.set(name, left)
          else names.current.delete(name)
        }
      },
    }),
    [errors],
  )
  const clearError = ({ target }: { target: EventTarget }) => {
    if (isControl(target)) setErrors(({ [target.name]: _fixed, ...others }) => others)
  }
  return (
    <FieldErrorsContext value={fieldErrors}>
      <form ref={form} onInput={clearError} {...rest}>
        {children}
      </form>
    </FieldErrorsContext>
  )
}
