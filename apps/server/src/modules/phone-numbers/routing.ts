import type { Needs } from '../../platform/module.ts'
import { type CarrierAccount, findCarrierAccount } from '../messaging/index.ts'

/** Tenant and carrier account of a number. */
export interface NumberRoute {
  tenantId: string
  phoneNumberId: string
  phoneNumber: string
  account: CarrierAccount
}

const CACHE_MS = 10_000

/** Maps one of our numbers to its tenant and account. Cached briefly, because every webhook needs it. */
export function createNumberRouting(deps: Needs<'database' | 'secrets' | 'sharedAccount'>) {
  const cache = new Map<string, { route: NumberRoute; until: number }>()

  return async (phoneNumber: string, { skipCache = false, onlyCached = false } = {}): Promise<NumberRoute | null> => {
    const cached = cache.get(phoneNumber)
    if (!skipCache && cached && cached.until > performance.now()) return cached.route
    if (onlyCached) return null
    const route = await findRoute(phoneNumber)
    if (cache.size > 10_000) cache.clear()
    // Don't cache unknown numbers: one may be bought at any moment.
    if (route) cache.set(phoneNumber, { route, until: performance.now() + CACHE_MS })
    else cache.delete(phoneNumber)
    return route
  }

  async function findRoute(phoneNumber: string): Promise<NumberRoute | null> {
    const entry = await deps.database.directory
      .selectFrom('directory.phoneNumbers')
      .where('phoneNumber', '=', phoneNumber)
      .select(['tenantId', 'phoneNumberId'])
      .executeTakeFirst()
    if (!entry) return null
    return deps.database.inTenant(entry, async (tx) => {
      const number = await tx
        .selectFrom('phoneNumbers')
        .where('tenantId', '=', tx.tenantId)
        .where('id', '=', entry.phoneNumberId)
        .select('messagingAccountId')
        .executeTakeFirst()
      const account = number ? await findCarrierAccount(deps, tx, number.messagingAccountId) : null
      return account && { ...entry, phoneNumber, account }
    })
  }
}
export type FindNumberRoute = ReturnType<typeof createNumberRouting>

declare module '../../platform/module.ts' {
  interface ModuleServices {
    findNumberRoute: FindNumberRoute
  }
}
