import type { z } from 'zod'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'

/** One document of the store: its key, its form, and what it is until somebody saves one. */
export interface SettingKind<Value extends object> {
  key: string
  schema: z.ZodType<Value>
  fallback: Value
}

export type Versioned<Value> = Value & { version: number }

/** What an older version of the product saved gets the fallback's word for what it did not know yet. */
export async function readSetting<Value extends object>(
  tx: TenantTx,
  { key, schema, fallback }: SettingKind<Value>,
  lock: 'read' | 'change' = 'read',
): Promise<Versioned<Value>> {
  const query = tx
    .selectFrom('settings')
    .where('tenantId', '=', tx.tenantId)
    .where('key', '=', key)
    .select(['value', 'version'])
  const row = await (lock === 'change' ? query.forNoKeyUpdate() : query).executeTakeFirst()
  if (!row) return { ...fallback, version: 0 }
  return { ...schema.parse({ ...fallback, ...(row.value as object) }), version: row.version }
}

/**
 * Saves a document read for change. `expected` is the version its writer had before them; of two who save at once the
 * slower one is shown the present state.
 */
export async function writeSetting<Value extends object>(
  tx: TenantTx,
  { key }: SettingKind<Value>,
  { before, value, expected, at }: { before: Versioned<Value>; value: Value; expected: number | undefined; at: string },
): Promise<Versioned<Value>> {
  if (expected !== undefined && expected !== before.version) throw new AppError('ChangedMeanwhile', { present: before })
  const version = before.version + 1
  const json = JSON.stringify(value)
  const saved = await tx
    .insertInto('settings')
    .values({ tenantId: tx.tenantId, key, value: json, version, updatedAt: at })
    .onConflict((conflict) =>
      conflict
        .columns(['tenantId', 'key'])
        .doUpdateSet({ value: json, version, updatedAt: at })
        .where('settings.version', '=', before.version),
    )
    .returning('version')
    .executeTakeFirst()
  // Both were the first to save it.
  if (!saved) throw new AppError('ChangedMeanwhile')
  return { ...value, version }
}
