import type { ErrorCode } from '@frontdesk/contract/rules'
import { useMutation } from '@tanstack/react-query'
import { type ChangeEvent, useRef, useState } from 'react'
import { errorCode } from '../../lib/error-code.ts'
import { type FieldErrors, type FieldRules, fieldErrors, isRequired } from './field-rules.ts'
import { errorTextOf } from './use-error-text.ts'

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement
type NamesOf<Values, Value> = { [Name in keyof Values]: Values[Name] extends Value ? Name : never }[keyof Values] &
  string

interface Edited<Values> {
  values: Values
  base: Values
}

export interface ApiFormOptions<Values> {
  initial: Values
  /** Rules that each field must pass before anything is sent. */
  rules?: FieldRules<NoInfer<Values>>
  /** Sends the values, or only those that differ from the initial ones. */
  save: (values: Values, changed: Partial<Values>) => Promise<unknown>
  /** The fields that errors of the endpoint are about. All other errors are shown above the fields. */
  errorFields?: {
    [Code in ErrorCode]?: keyof NoInfer<Values> | ((error: unknown, values: NoInfer<Values>) => keyof NoInfer<Values>)
  }
  /**
   * Returns the present values if the server refused because they changed in the meantime. Fields that were not edited
   * here follow them, edited ones keep their input; the error is shown either way.
   * @param edited The values of the form, and those it was based on.
   */
  onConflict?: (error: unknown, edited: Edited<Values>) => Values | undefined | Promise<Values | undefined>
  /** Fields that are edited as one: where one of them was edited, all of them keep their input. */
  together?: readonly (keyof NoInfer<Values>)[]
  /** For a form that stays open: the values as they were saved, which later edits are based on. */
  savedValues?: () => Values | undefined
}

/** Values and errors of a form that an endpoint saves. `Form` and `FormModal` render it. */
export function useApiForm<Values extends object>({
  initial,
  rules = {},
  save,
  errorFields = {},
  onConflict,
  together = [],
  savedValues,
}: ApiFormOptions<Values>) {
  const [base, setBase] = useState(initial)
  const [values, setValues] = useState(initial)
  const [errors, setErrors] = useState<FieldErrors<Values>>({})
  const [refusals, setRefusals] = useState(0)
  const isSubmitting = useRef(false)

  const merge = (changes: Partial<Values> | ((now: Values) => Partial<Values>)) => {
    const next = (now: Values) => (typeof changes === 'function' ? changes(now) : changes)
    setValues((now) => ({ ...now, ...next(now) }))
    setErrors((now) => {
      const kept = { ...now }
      for (const name in next(values)) delete kept[name]
      return kept
    })
  }
  const set = <Name extends keyof Values>(name: Name, value: Values[Name]) =>
    merge({ [name]: value } as unknown as Partial<Values>) // TypeScript widens computed keys.
  const changesSince = (from: Values, now: Values): Partial<Values> => {
    const changes: Partial<Values> = {}
    const isEdited = (name: keyof Values) => now[name] !== from[name]
    for (const name in now)
      if (isEdited(name) || (together.includes(name) && together.some(isEdited))) changes[name] = now[name]
    return changes
  }
  const changesIn = (now: Values) => changesSince(base, now)
  const rebase = (next: Values, from = base) => {
    setBase(next)
    setValues((now) => ({ ...next, ...changesSince(from, now) }))
  }
  const fieldOf = (error: unknown) => {
    const code = errorCode(error)
    const field = code ? errorFields[code] : undefined
    return typeof field === 'function' ? field(error, values) : field
  }
  const saving = useMutation({
    mutationFn: async () => {
      try {
        await save(values, changesIn(values))
        const saved = savedValues?.()
        // Keep edits made during the save.
        if (saved) rebase(saved, values)
      } catch (error) {
        const field = fieldOf(error)
        if (field !== undefined) {
          const text = await errorTextOf(error)
          setErrors((now) => ({ ...now, [field]: text }))
          setRefusals((count) => count + 1)
        }
        const present = await onConflict?.(error, { values, base })
        if (present) rebase(present)
        throw error
      }
    },
  })

  const validate = (more: FieldRules<Values> = {}): boolean => {
    const invalid = fieldErrors({ ...rules, ...more }, values)
    setErrors(invalid)
    const isValid = Object.keys(invalid).length === 0
    if (!isValid) setRefusals((count) => count + 1)
    return isValid
  }

  return {
    values,
    merge,
    set,
    /** Shows the errors of all fields, and returns whether there are none. @param more Rules besides those for saving. */
    validate,
    /** Bases the form on other values, such as those a teammate saved; edits of single fields stay. */
    rebase(next: Values) {
      rebase(next)
    },
    reset: () => {
      setValues(base)
      setErrors({})
      saving.reset()
    },
    /** For a text input, whose event carries the value. */
    text: <Name extends NamesOf<Values, string>>(name: Name) => ({
      name,
      value: values[name],
      error: errors[name],
      required: isRequired(rules, name),
      onChange: ({ currentTarget: { value } }: ChangeEvent<Field>) => set(name, value as Values[Name]),
    }),
    checkbox: <Name extends NamesOf<Values, boolean>>(name: Name) => ({
      name,
      checked: values[name],
      onChange: ({ currentTarget: { checked } }: ChangeEvent<HTMLInputElement>) => set(name, checked as Values[Name]),
    }),
    /** For a control that passes the value itself. */
    control: <Name extends keyof Values>(name: Name) => ({
      value: values[name],
      error: errors[name],
      onChange: (value: Values[Name]) => set(name, value),
    }),
    /** Whether a value differs from the stored one. */
    isChanged: JSON.stringify(values) !== JSON.stringify(base),
    isSaving: saving.isPending,
    isSaved: saving.isSuccess,
    /** Why saving failed, unless a field shows it. */
    error: fieldOf(saving.error) === undefined ? saving.error : null,
    /** Why the last save failed, also if a field shows it. */
    failure: saving.error,
    /** How often a submit was refused because of a field; `Form` then focuses the first one. */
    refusals,
    /** Resolves to whether the values were saved. */
    submit: async (): Promise<boolean> => {
      // `isPending` renders a tick later, so it would let a second submit of the same tick through.
      if (isSubmitting.current || !validate()) return false
      isSubmitting.current = true
      try {
        await saving.mutateAsync()
        return true
      } catch {
        return false
      } finally {
        isSubmitting.current = false
      }
    },
  }
}

export type ApiForm<Values extends object> = ReturnType<typeof useApiForm<Values>>

/** The part of a form that rendering needs, independent of its fields. */
export type FormState = Pick<ApiForm<object>, 'submit' | 'isChanged' | 'isSaving' | 'error' | 'refusals'>
