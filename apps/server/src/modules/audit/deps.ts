import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import type { Needs } from '../../platform/module.ts'

declare module '../../platform/module.ts' {
  interface ModuleServices {
    /** Throws where the plan includes no exports. */
    mustIncludeExport: (tx: TenantTx, actor: Actor) => Promise<void>
  }
}

export type AuditDeps = Needs<'inTenant' | 'now' | 'secrets' | 'mustIncludeExport'>
