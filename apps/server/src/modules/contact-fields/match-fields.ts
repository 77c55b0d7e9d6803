import { type FieldCondition, isDecimal } from '@frontdesk/contract/rules'

/**
 * Conditions on custom fields as one `jsonpath` predicate, which an index of the values can use. Strings of JSON are
 * strings of jsonpath too. A value that is not a number fails `decimal()` and matches nothing.
 */
export function fieldsPath(conditions: readonly FieldCondition[]): string | null {
  if (conditions.length === 0) return null
  const byField = Map.groupBy(conditions, ({ fieldID }) => fieldID)
  return [...byField.values()]
    .flatMap((ofField) => {
      const equal = ofField.filter(({ operator }) => operator === 'is').map(toPredicate)
      const others = ofField.filter(({ operator }) => operator !== 'is').map(toPredicate)
      return equal.length > 0 ? [`(${equal.join(' || ')})`, ...others] : others
    })
    .join(' && ')
}

function toPredicate({ fieldID, operator, value }: FieldCondition): string {
  const field = `$.${JSON.stringify(fieldID)}`
  const text = JSON.stringify(value.toWellFormed())
  switch (operator) {
    case 'is':
      return `${field} == ${text}`
    case 'contains':
      return `${field} like_regex ${text} flag "iq"`
    case 'min':
    case 'max': {
      const comparison = operator === 'min' ? '>=' : '<='
      return isDecimal(value) ? `${field}.decimal() ${comparison} ${value}` : `${field} ${comparison} ${text}`
    }
  }
}
