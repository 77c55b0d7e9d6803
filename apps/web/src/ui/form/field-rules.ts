import { isBlank, isEmail, isWebAddress } from '@frontdesk/contract/rules'
import { t } from '@lingui/core/macro'

/** Returns the error of a field as text; nothing if it is valid. */
export type FieldRule<Value, Values = unknown> = (value: Value, values: Values) => string | false | undefined

export type FieldRules<Values> = {
  [Name in keyof Values]?: FieldRule<Values[Name], Values> | readonly FieldRule<Values[Name], Values>[]
}

export type FieldErrors<Values> = { [Name in keyof Values]?: string }

export const required: FieldRule<string | null> = (value) => isBlank(value ?? '') && t`This is required.`

export const email: FieldRule<string> = (value) =>
  !isBlank(value) && !isEmail(value.trim()) && t`Enter an email address, such as ann@example.com.`

export const minLength =
  (length: number): FieldRule<string> =>
  (value) =>
    value.length < length && t`Use at least ${length} characters.`

export const webAddress: FieldRule<string> = (value) =>
  !isBlank(value) && !isWebAddress(value.trim()) && t`Enter a web address, such as www.example.com.`

/** Returns the first error of each field. */
export function fieldErrors<Values extends object>(rules: FieldRules<Values>, values: Values): FieldErrors<Values> {
  const errors: FieldErrors<Values> = {}
  for (const name in rules) {
    for (const rule of rulesOf(rules, name)) {
      const error = rule(values[name], values)
      if (!error) continue
      errors[name] = error
      break
    }
  }
  return errors
}

export const isRequired = <Values extends object>(rules: FieldRules<Values>, name: keyof Values): boolean =>
  rulesOf(rules, name).some((rule) => rule === required)

const rulesOf = <Values extends object, Name extends keyof Values>(
  rules: FieldRules<Values>,
  name: Name,
): readonly FieldRule<Values[Name], Values>[] => {
  const rule = rules[name]
  return typeof rule === 'function' ? [rule] : (rule ?? [])
}
