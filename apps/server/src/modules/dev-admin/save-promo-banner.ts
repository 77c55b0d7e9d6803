import type { PromoBanner } from '@frontdesk/contract/api'
import type { Actor } from '../../platform/actor.ts'
import { asDevAdmin, type DevAdminDeps, noticesChanged } from './deps.ts'

/** Replaces the promo banner; there is one at a time. */
export function savePromoBanner(
  deps: DevAdminDeps,
  actor: Actor,
  banner: Omit<PromoBanner, 'changedAt'> & { isShown: boolean },
): Promise<PromoBanner> {
  return asDevAdmin(
    deps,
    actor,
    async (tx, at) => {
      const values = { ...banner, changedAt: at }
      const saved = await tx
        .insertInto('directory.promoBanners')
        .values({ id: 1, ...values })
        .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
        .returning(['text', 'linkLabel', 'linkUrl', 'changedAt'])
        .executeTakeFirstOrThrow()
      tx.afterCommit(() => deps.pushToAll(noticesChanged(at)))
      return saved
    },
    { action: 'promo.changed', subject: banner.text },
  )
}
