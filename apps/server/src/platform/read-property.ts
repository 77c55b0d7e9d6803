/** Reads a property of a value of unknown shape, such as a caught error; undefined if it has none. */
export const readProperty = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined

/** The `code` of a system, database or network error; empty if it has none. */
export function errorCode(error: unknown): string {
  const code = readProperty(error, 'code')
  return typeof code === 'string' ? code : ''
}
