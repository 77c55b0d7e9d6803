import { limitsFor } from '@frontdesk/contract/rules'
import type { TenantTx } from '../../platform/database/database.ts'
import { findSubscription } from '../subscription/index.ts'

/** How many members the tenant's plan has room for. */
export const memberLimit = async (tx: TenantTx, now: string): Promise<number> =>
  limitsFor(await findSubscription(tx, now)).teamMembers
