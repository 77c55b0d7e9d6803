import type { AuditAction, RealtimeEvent } from '@frontdesk/contract'
import type { Actor } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Directory, InTenant, TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { Push } from '../../platform/realtime/realtime.ts'
import { recordAudit } from '../audit/index.ts'
import { isDevAdmin } from '../subscription/index.ts'
import type { Demo } from './demo.ts'

export interface DevAdminDeps {
  directory: Directory
  inTenant: InTenant
  now: Clock
  push: Push
  /** To every screen of every business. */
  pushToAll: (event: RealtimeEvent) => void
  /** Null where no sandbox plays its contacts. */
  demo: () => Demo | null
  eraseTenant: (tenantId: string) => Promise<void>
}

/**
 * Runs what only those may do who run Frontdesk; to everybody else there is nothing here. It is written down in the
 * audit log of their own business.
 */
export function asDevAdmin<T>(
  { inTenant, now }: Pick<DevAdminDeps, 'inTenant' | 'now'>,
  actor: Actor,
  work: (tx: TenantTx, at: string) => Promise<T>,
  did?: { action: AuditAction; subject: string },
): Promise<T> {
  return inTenant(actor, async (tx) => {
    // Whoever looks as a dev admin is none.
    if (actor.viewingAs || !(await isDevAdmin(tx, actor))) throw new AppError('NotFound')
    const at = now()
    const result = await work(tx, at)
    if (did) await recordAudit(tx, { ...did, actor, at })
    return result
  })
}

/** Tells every open screen to look at what Frontdesk has to say. */
export const noticesChanged = (at: string): RealtimeEvent => ({ type: 'notices.changed', id: null, at })
