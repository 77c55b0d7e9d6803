import type { Directory } from './database.ts'

const PAGE = 500

/** The ids of all tenants in pages, so that jobs over all tenants do not hold them all at once. */
export async function* tenantPages(directory: Directory): AsyncGenerator<string[]> {
  for (let after: string | undefined; ; ) {
    const query = directory.selectFrom('directory.memberships').select('tenantId').distinct()
    const rows = await (after === undefined ? query : query.where('tenantId', '>', after))
      .orderBy('tenantId')
      .limit(PAGE)
      .execute()
    if (rows.length > 0) yield rows.map(({ tenantId }) => tenantId)
    after = rows.at(-1)?.tenantId
    if (rows.length < PAGE || after === undefined) return
  }
}
