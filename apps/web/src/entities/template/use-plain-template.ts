import { splitTemplate } from '@frontdesk/contract/rules'
import { useBusinessValues } from './use-business-values.ts'
import { useVariableNames } from './use-variable-names.ts'

/** Returns a text on one line: its variables replaced by their values, or by their names in brackets. */
export function usePlainTemplate(locationID: string | null): (message: string) => string {
  const names = useVariableNames()
  const values = useBusinessValues(locationID)
  return (message) =>
    splitTemplate(message)
      .map((part) => (typeof part === 'string' ? part : (values[part.variable] ?? `[${names[part.variable]}]`)))
      .join('')
}
