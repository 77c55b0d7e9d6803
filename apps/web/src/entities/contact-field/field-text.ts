import type { ContactField } from '@frontdesk/contract/api'
import { type ContactFieldType, readFieldValue } from '@frontdesk/contract/rules'
import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import { fullDate } from '../../lib/time.ts'

/** The value of a custom field, for people to read. */
export function fieldText({ type }: Pick<ContactField, 'type'>, value: string): string {
  switch (type) {
    case 'number':
      // As a string, because a number of JavaScript has fewer digits.
      return new Intl.NumberFormat(i18n.locale, { maximumFractionDigits: 6 }).format(value as `${number}`)
    case 'date':
      // A calendar day, independent of the time zone.
      return fullDate(`${value}T12:00:00Z`, 'UTC')
    default:
      return value
  }
}

const problemTexts = (): Record<ContactFieldType, string> => ({
  text: t`Enter a shorter text.`,
  number: t`Enter a number, such as 12.5.`,
  date: t`Enter a date.`,
  choice: t`Choose one of the options.`,
})

/** Why the input of a field cannot be saved. An unchanged value may be a choice that was removed. */
export const fieldProblem = (field: ContactField, value: string, saved: string | undefined): string | undefined =>
  value.trim() === '' || value === saved || readFieldValue(field, value) !== null
    ? undefined
    : problemTexts()[field.type]

type Values = Readonly<Record<string, string>>

/** The first problem among the values of a form, for `useApiForm`. */
export const fieldRule =
  (fields: readonly ContactField[], saved: Values) =>
  (values: Values): string | undefined =>
    fields.map((field) => fieldProblem(field, values[field.id] ?? '', saved[field.id])).find(Boolean)

/** The fields that a form changed; null clears a field. */
export const fieldChanges = (saved: Values, values: Values): Record<string, string | null> =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([id, value]) => value !== (saved[id] ?? ''))
      .map(([id, value]) => [id, value.trim() || null]),
  )
