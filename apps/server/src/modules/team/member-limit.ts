import { memberLimitOf } from '@frontdesk/contract'
import type { TenantTx } from '../../platform/database/database.ts'

/** How many members the tenant's plan has room for. */
export async function memberLimit(_tx: TenantTx): Promise<number> {
  return memberLimitOf({ total: null, rank: 3 })
}
