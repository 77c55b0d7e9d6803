import { isAccountHolder } from '@frontdesk/contract'
import type { Actor } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, InTenant, TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { Log } from '../../platform/log.ts'
import { type Push, TEAM_ROOM } from '../../platform/realtime/realtime.ts'
import type { Storage } from '../../platform/storage.ts'
import type { AccountDeps, Carrier } from '../messaging/index.ts'
import type { FindNumberRoute } from '../phone-numbers/index.ts'

export interface DeletionDeps extends Pick<AccountDeps, 'secrets' | 'sharedAccount'> {
  database: Database
  inTenant: InTenant
  storage: Storage
  carrier: Carrier
  findNumberRoute: FindNumberRoute
  now: Clock
  log: Log
  push: Push
  publicUrl: () => string
  endSession: (sessionId: string) => void
}

/** What concerns the whole business is for the one who opened the account. */
export function mustBeAccountHolder(actor: Actor): void {
  if (!isAccountHolder(actor)) throw new AppError('AccountHolderOnly')
}

/** Tells every open screen of the business to look at what becomes of it. */
export function tellAccountChanged(
  { push }: Pick<DeletionDeps, 'push'>,
  tx: TenantTx,
  id: string | null,
  at: string,
): void {
  tx.afterCommit(() => push(tx.tenantId, [TEAM_ROOM], { type: 'account.changed', id, at }))
}
