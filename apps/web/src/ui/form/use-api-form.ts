import { type ChangeEvent, useState } from 'react'

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement
type TextName<Values> = { [Name in keyof Values]: Values[Name] extends string ? Name : never }[keyof Values] & string

interface Options<Values> {
  initial: Values
  /** Sends the values, or only those that differ from the initial ones. */
  save: (values: Values, changed: Partial<Values>) => Promise<unknown>
  /**
   * The present values, where the server refused because somebody else had changed them. Fields not touched here follow
   * them, the others keep what was entered; the refusal is shown all the same.
   */
  onConflict?: (error: unknown) => Values | undefined | Promise<Values | undefined>
}

/** The values of a form that an endpoint saves. `FormModal` takes its `save`. */
export function useApiForm<Values extends object>({ initial, save, onConflict }: Options<Values>) {
  const [base, setBase] = useState(initial)
  const [values, setValues] = useState(initial)
  const set = <Name extends keyof Values>(name: Name, value: Values[Name]) =>
    setValues((now) => ({ ...now, [name]: value }))
  const changesIn = (now: Values): Partial<Values> => {
    const changes: Partial<Values> = {}
    for (const name in now) if (now[name] !== base[name]) changes[name] = now[name]
    return changes
  }
  return {
    values,
    set,
    /** For a text input, whose event carries the value. */
    text: <Name extends TextName<Values>>(name: Name) => ({
      value: values[name],
      onChange: ({ currentTarget: { value } }: ChangeEvent<Field>) => setValues((now) => ({ ...now, [name]: value })),
    }),
    /** For a control that hands over the value itself. */
    control: <Name extends keyof Values>(name: Name) => ({
      value: values[name],
      onChange: (value: Values[Name]) => set(name, value),
    }),
    save: async () => {
      try {
        await save(values, changesIn(values))
      } catch (error) {
        const present = await onConflict?.(error)
        if (present) {
          setBase(present)
          setValues((now) => ({ ...present, ...changesIn(now) }))
        }
        throw error
      }
    },
  }
}
