/** A search parameter as text, or nothing: addresses are typed and mangled by anybody. */
export const searchText = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
