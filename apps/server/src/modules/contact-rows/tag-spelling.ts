import { sql } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'

/**
 * Returns a function that gives a tag the spelling that the business uses, so that "vip" does not become a tag beside
 * "VIP". A spelling in use is kept; of others that differ only by case, the most used one is taken. Reads only `tags`
 * if given.
 */
export async function tagSpelling(tx: TenantTx, tags?: readonly string[]): Promise<(tag: string) => string> {
  if (tags?.length === 0) return (tag) => tag
  const lowercase = tags?.map((tag) => tag.toLowerCase())
  const used = await tx
    .selectFrom('tagCounts')
    .where('tenantId', '=', tx.tenantId)
    .$if(lowercase !== undefined, (query) => query.where(sql<boolean>`lower(tag) = any(${lowercase ?? []}::text[])`))
    .groupBy('tag')
    .having(sql<boolean>`sum(n) > 0`)
    .orderBy(sql`sum(n)`, 'desc')
    .orderBy('tag')
    .select('tag')
    .execute()
  const inUse = new Set(used.map(({ tag }) => tag))
  const spellings = new Map<string, string>()
  for (const { tag } of used) if (!spellings.has(tag.toLowerCase())) spellings.set(tag.toLowerCase(), tag)
  return (tag) => {
    if (inUse.has(tag)) return tag
    const spelling = spellings.get(tag.toLowerCase())
    if (spelling !== undefined) return spelling
    // The first spelling of a new tag holds for those that follow.
    spellings.set(tag.toLowerCase(), tag)
    return tag
  }
}
