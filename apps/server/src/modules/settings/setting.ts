import type { SettingSubject } from '@frontdesk/contract/rules'
import type { z } from 'zod'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { recordAudit } from '../audit/index.ts'
import { recordSettingChanged } from './record-setting-changed.ts'

/** A setting: its key, its schema, and its value until one is saved. */
export interface SettingKind<Value extends object> {
  key: string
  schema: z.ZodType<Value>
  fallback: Value
}

export type Versioned<Value> = Value & { version: number }

/** Reads a setting. */
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
  return row
    ? { ...parseSetting({ key, schema, fallback }, row.value), version: row.version }
    : { ...fallback, version: 0 }
}

/** Parses a stored value; null if none was saved. Fields that an older version did not know come from the fallback. */
export const parseSetting = <Value extends object>({ schema, fallback }: SettingKind<Value>, stored: unknown): Value =>
  stored === null ? fallback : schema.parse({ ...fallback, ...(typeof stored === 'object' && stored) })

type Changes<Value> = { [Key in keyof Value]?: Value[Key] | undefined }

/**
 * Changes some fields of a setting, records it in the audit log and announces it. Undefined leaves a field unchanged.
 * `auditContext` is added to the audit entry to format its values.
 */
export async function changeSetting<Value extends object>(
  tx: TenantTx,
  actor: Actor,
  kind: SettingKind<Value>,
  {
    changes,
    expected,
    subject,
    auditSubject,
    auditContext = {},
  }: {
    changes: Changes<Value>
    expected: number | undefined
    subject: SettingSubject
    auditSubject: string
    auditContext?: Record<string, string>
  },
): Promise<Versioned<Value>> {
  const before = await readSetting(tx, kind, 'change')
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
  const at = tx.now()
  const value = kind.schema.parse({ ...before, ...given })
  const after = await writeSetting(tx, kind, { before, value, expected, at })
  await recordSettingChanged(tx, { subject, actorUserId: actor.userId, at })
  const data = { ...toAuditData(given), ...auditContext }
  await recordAudit(tx, { action: 'setting.changed', actor, subject: auditSubject, data, at })
  return after
}

const toAuditData = (values: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(values).map(([key, value]) => [
      key,
      value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
        ? value
        : JSON.stringify(value),
    ]),
  )

/**
 * Saves a setting read for change. `expected` is the version that the client edited; of two concurrent saves the later
 * fails with the present state.
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
  // Another first save was committed meanwhile.
  if (!saved) throw new AppError('ChangedMeanwhile')
  return { ...value, version }
}
