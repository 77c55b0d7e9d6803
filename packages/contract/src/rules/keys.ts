/** Keys of an object literal with their type: TypeScript's own `Object.keys` allows for further keys. */
export const keysOf = <Key extends string>(record: Readonly<Record<Key, unknown>>): Key[] =>
  Object.keys(record) as Key[]
