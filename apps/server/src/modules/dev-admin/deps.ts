import type { RealtimeEvent } from '@frontdesk/contract/api'
import type { AuditAction } from '@frontdesk/contract/rules'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { Needs } from '../../platform/module.ts'
import { recordAudit } from '../audit/index.ts'
import { isDevAdmin } from '../subscription/index.ts'
import type { Demo } from './demo.ts'

declare module '../../platform/module.ts' {
  interface BaseServices {
    /** Null where there is no sandbox to play its contacts. */
    demo: () => Demo | null
  }
}

export type DevAdminDeps = Needs<'directory' | 'inTenant' | 'now' | 'push' | 'pushToAll' | 'demo' | 'eraseTenant'>

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
