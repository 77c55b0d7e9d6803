export interface ListChange {
  add: string[]
  remove: string[]
}

/** What makes one list of tags or labels from another. */
export const listChange = (before: readonly string[], after: readonly string[]): ListChange => ({
  add: after.filter((word) => !before.includes(word)),
  remove: before.filter((word) => !after.includes(word)),
})
