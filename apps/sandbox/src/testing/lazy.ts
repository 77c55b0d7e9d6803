/** Computes a value on first use and caches it. */
export const lazy = <Value>(build: () => Value) => {
  let built: { value: Value } | undefined
  return (): Value => {
    built ??= { value: build() }
    return built.value
  }
}
