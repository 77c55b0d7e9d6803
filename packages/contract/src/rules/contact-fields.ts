/** Types of the fields that a business defines for its contacts. */
export const CONTACT_FIELD_TYPES = ['text', 'number', 'date', 'choice'] as const
export type ContactFieldType = (typeof CONTACT_FIELD_TYPES)[number]

/** Fields in use; archived ones are not counted. */
export const CONTACT_FIELDS_MAX = 50
export const CONTACT_FIELD_NAME_MAX = 40
export const CONTACT_FIELD_CHOICES_MAX = 50
export const CONTACT_FIELD_CHOICE_MAX = 60
export const CONTACT_FIELD_TEXT_MAX = 500

interface FieldRule {
  type: ContactFieldType
  choices: readonly string[]
}

/** A decimal number as it is stored: no leading or trailing zeros, no plus sign. */
const DECIMAL = /^-?\d{1,15}(\.\d{1,6})?$/
export const isDecimal = (text: string): boolean => DECIMAL.test(text)

const isFieldDate = (text: string): boolean => {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false
  try {
    return Temporal.PlainDate.from(text).year >= 1000
  } catch {
    return false
  }
}

/** The value of a field as it is stored; null if it is not valid. Numbers may have spaces and thousands separators. */
export function readFieldValue({ type, choices }: FieldRule, text: string): string | null {
  const value = text.trim()
  switch (type) {
    case 'text':
      return value !== '' && value.length <= CONTACT_FIELD_TEXT_MAX ? value : null
    case 'number':
      return readDecimal(value)
    case 'date':
      return isFieldDate(value) ? value : null
    case 'choice':
      return choices.find((choice) => choice.toLowerCase() === value.toLowerCase()) ?? null
  }
}

function readDecimal(value: string): string | null {
  const plain = /^[+-]?\d{1,3}(,\d{3})+(\.\d*)?$/.test(value) ? value.replaceAll(',', '') : value
  const [, sign = '', whole = '', fraction = ''] = /^([+-]?)(\d*)\.?(\d*)$/.exec(plain) ?? []
  if (whole === '' && fraction === '') return null
  const decimals = fraction.replace(/0+$/, '')
  const digits = whole.replace(/^0+(?=\d)/, '') || '0'
  const isZero = digits === '0' && decimals === ''
  const number = `${sign === '-' && !isZero ? '-' : ''}${digits}${decimals === '' ? '' : `.${decimals}`}`
  return isDecimal(number) ? number : null
}

/** How a filter compares the value of a field; several `is` of one field match any of their values. */
export const FIELD_OPERATORS = ['contains', 'is', 'min', 'max'] as const
export type FieldOperator = (typeof FIELD_OPERATORS)[number]

export interface FieldCondition {
  fieldID: string
  operator: FieldOperator
  value: string
}

/** Ranges are of numbers and of dates. */
export const isFieldCondition = ({ operator, value }: Pick<FieldCondition, 'operator' | 'value'>): boolean =>
  operator === 'contains' || operator === 'is' || isDecimal(value) || isFieldDate(value)

/** Conditions as items of the URL: `field.operator.value`. */
const CONDITION = new RegExp(
  `^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\\.(${FIELD_OPERATORS.join('|')})\\.(.+)$`,
  's',
)

export function readFieldCondition(item: string): FieldCondition | undefined {
  const [, fieldID, name, value] = CONDITION.exec(item) ?? []
  const operator = FIELD_OPERATORS.find((each) => each === name)
  if (fieldID === undefined || operator === undefined || value === undefined) return undefined
  const condition = { fieldID, operator, value }
  return isFieldCondition(condition) ? condition : undefined
}

export const fieldConditionItem = ({ fieldID, operator, value }: FieldCondition): string =>
  `${fieldID}.${operator}.${value}`
