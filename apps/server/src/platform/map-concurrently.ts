/** Maps items with at most `limit` calls at a time. After a failure, which it rejects with, no further call starts. */
export async function mapConcurrently<Item, Result>(
  items: readonly Item[],
  limit: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  const queue = items.entries()
  let hasFailed = false
  const run = async () => {
    for (const [index, item] of queue) {
      if (hasFailed) return
      results[index] = await work(item)
    }
  }
  await Promise.all(
    Array.from({ length: Math.min(limit, items.length) }, () =>
      run().catch((error: unknown) => {
        hasFailed = true
        throw error
      }),
    ),
  )
  return results
}
