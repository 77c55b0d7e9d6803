/** Makes a value when it is first needed, and keeps it. */
export const lazily = <Value>(make: () => Value) => {
  let made: { value: Value } | undefined
  return (): Value => {
    made ??= { value: make() }
    return made.value
  }
}
