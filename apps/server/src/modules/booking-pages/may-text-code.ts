import { sql } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'
import { isBlocked, isOptedOut } from '../messaging/index.ts'

/** Whether a code may be texted to a number: not if it has opted out or is blocked. */
export async function mayTextCode(
  tx: TenantTx,
  { phone, tenantPhone }: { phone: string; tenantPhone: string },
): Promise<boolean> {
  const { isRefused } = await tx
    .selectNoFrom(sql<boolean>`(${isOptedOut(tx, phone, tenantPhone)} or ${isBlocked(tx, phone)})`.as('isRefused'))
    .executeTakeFirstOrThrow()
  return !isRefused
}
