import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import type { Needs } from '../../platform/module.ts'

declare module '../../platform/module.ts' {
  interface ModuleServices {
    /** Throws unless the plan includes exports. */
    assertExportIncluded: (tx: TenantTx, actor: Actor) => Promise<void>
  }
}

export type AuditDeps = Needs<'inTenant' | 'now' | 'secrets' | 'assertExportIncluded'>
