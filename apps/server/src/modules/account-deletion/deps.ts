import { isAccountHolder, mayExportEverything } from '@frontdesk/contract/rules'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { Needs } from '../../platform/module.ts'
import { TEAM_ROOM } from '../../platform/realtime/realtime.ts'

declare module '../../platform/module.ts' {
  interface ModuleServices {
    /** Deletes a tenant with everything it has. The caller has made sure that it may go. */
    eraseTenant: (tenantId: string) => Promise<void>
  }
}

export type DeletionDeps = Needs<
  | 'database'
  | 'inTenant'
  | 'secrets'
  | 'storage'
  | 'carrier'
  | 'sharedAccount'
  | 'findNumberRoute'
  | 'now'
  | 'log'
  | 'push'
  | 'publicUrl'
  | 'endSession'
>

/** Restricts operations on the whole business to its account holder. */
export function assertAccountHolder(actor: Actor): void {
  if (!isAccountHolder(actor)) throw new AppError('AccountHolderOnly')
}

export function assertMayExport(actor: Actor): void {
  if (!mayExportEverything(actor)) throw new AppError('ExportOwnersOnly')
}

/** Makes every open screen of the business refetch the state of its account. */
export function publishAccountChanged(
  { push }: Pick<DeletionDeps, 'push'>,
  tx: TenantTx,
  id: string | null,
  at: string,
): void {
  tx.afterCommit(() => push(tx.tenantId, [TEAM_ROOM], { type: 'account.changed', id, at }))
}
