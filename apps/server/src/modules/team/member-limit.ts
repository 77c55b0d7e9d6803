import { limitsFor } from '@frontdesk/contract/rules'
import type { TenantTx } from '../../platform/database/database.ts'
import { findSubscription } from '../subscription/index.ts'

/** Maximum number of members in the tenant's plan. */
export const memberLimit = async (tx: TenantTx, now: string): Promise<number> =>
  limitsFor(await findSubscription(tx, now)).teamMembers
