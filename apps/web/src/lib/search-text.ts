/** A search parameter as text, or undefined: URLs may be typed by hand or truncated. */
export const searchText = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
