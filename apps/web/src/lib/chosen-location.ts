import { localValue } from './local-value.ts'

/** The location the lists are narrowed to; null: all the teammate may see. */
export const chosenLocation = localValue<string | null>('frontdesk.location', (stored) =>
  typeof stored === 'string' ? stored : null,
)
