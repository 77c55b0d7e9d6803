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
 * Runs an operation of Frontdesk's operators, recorded in the audit log of their own business. Other users get
 * `NotFound`.
 */
export function asDevAdmin<T>(
  { inTenant, now }: Pick<DevAdminDeps, 'inTenant' | 'now'>,
  actor: Actor,
  work: (tx: TenantTx, at: string) => Promise<T>,
  audit?: { action: AuditAction; subject: string },
): Promise<T> {
  return inTenant(actor, async (tx) => {
    // Viewing as a dev admin grants none of their rights.
    if (actor.viewingAs || !(await isDevAdmin(tx, actor))) throw new AppError('NotFound')
    const at = now()
    const result = await work(tx, at)
    if (audit) await recordAudit(tx, { ...audit, actor, at })
    return result
  })
}

/** Makes every open screen refetch the notices. */
export const noticesChanged = (at: string): RealtimeEvent => ({ type: 'notices.changed', id: null, at })
