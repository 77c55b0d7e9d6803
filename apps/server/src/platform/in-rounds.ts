/** Splits items so that each round has at most one of a key, in their order: those of one key depend on each other. */
export function inRounds<Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[][] {
  const groups = [...Map.groupBy(items, keyOf).values()]
  const rounds = Math.max(0, ...groups.map(({ length }) => length))
  return Array.from({ length: rounds }, (_, round) => groups.flatMap((group) => group[round] ?? []))
}
