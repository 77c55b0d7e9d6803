import type { FieldCondition } from '@frontdesk/contract/rules'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { fieldText } from './field-text.ts'
import { contactFieldsQuery } from './queries.ts'

/** A condition on a custom field in words; archived fields still filter. */
export function useConditionText(): (condition: FieldCondition) => string {
  const { t } = useLingui()
  const fields = useQuery(contactFieldsQuery).data?.fields ?? []
  return ({ fieldID, operator, value }) => {
    const field = fields.find(({ id }) => id === fieldID)
    if (!field) return t`Unknown field`
    const { name } = field
    const text = fieldText(field, value)
    switch (operator) {
      case 'contains':
        return t`${name} contains “${text}”`
      case 'is':
        return t`${name}: ${text}`
      case 'min':
        return t`${name}: from ${text}`
      case 'max':
        return t`${name}: up to ${text}`
    }
  }
}
