import { sql } from 'kysely'
import { z } from 'zod'
import type { TenantTx } from '../../platform/database/database.ts'
import { findStatusNames } from '../contact-statuses/index.ts'
import type { Names, StoredActivity } from './stored-activity.ts'

const Referring = z.object({ importId: z.uuid().nullish() })

/** Reads the names that a page of activities refers to. */
export async function readNames(tx: TenantTx, rows: readonly StoredActivity[]): Promise<Names> {
  const importIds = new Set(rows.flatMap(({ data }) => Referring.parse(data).importId ?? []))
  const imports = await tx
    .selectFrom('contactImports')
    .where('tenantId', '=', tx.tenantId)
    .where(sql<boolean>`id = any(${[...importIds]}::uuid[])`)
    .select(['id', 'fileName'])
    .execute()
  const files = new Map(imports.map(({ id, fileName }) => [id, fileName]))
  const statuses = await findStatusNames(tx)
  return {
    importFile: (id) => (id === null ? null : (files.get(id) ?? null)),
    status: (key) => (key === null ? null : (statuses.get(key) ?? null)),
  }
}
