import type { Needs } from '../../platform/module.ts'
import { accountOf, type CarrierAccount } from '../messaging/index.ts'

/** Whose a number is and who carries its texts. */
export interface NumberRoute {
  tenantId: string
  phoneNumberId: string
  phoneNumber: string
  account: CarrierAccount
}

const CACHE_MS = 10_000

/** From one of our numbers to its tenant and account: the first question of every webhook, so the answer is kept for a moment. */
export function createNumberRouting(deps: Needs<'database' | 'secrets' | 'sharedAccount'>) {
  const cache = new Map<string, { route: NumberRoute; until: number }>()

  return async (phoneNumber: string, { isFresh = false } = {}): Promise<NumberRoute | null> => {
    const cached = cache.get(phoneNumber)
    if (!isFresh && cached && cached.until > performance.now()) return cached.route
    const route = await findRoute(phoneNumber)
    if (cache.size > 10_000) cache.clear()
    // An unknown number is asked for again next time: it may be ours a second from now.
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
      const account = number ? await accountOf(deps, tx, number.messagingAccountId) : null
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
