export interface ListChange {
  add: string[]
  remove: string[]
}

/** The tags or labels to add and remove to turn one list into another. */
export const listChange = (before: readonly string[], after: readonly string[]): ListChange => ({
  add: after.filter((word) => !before.includes(word)),
  remove: before.filter((word) => !after.includes(word)),
})
