import { limitsFor } from '@frontdesk/contract/rules'
import { type Api, signedIn } from '../../platform/http/api.ts'
import { wrap } from '../../platform/http/wrap.ts'
import type { Needs } from '../../platform/module.ts'
import { findSubscription, findUsage, isDevAdmin } from './queries.ts'

type SubscriptionDeps = Needs<'inTenant' | 'now'>

export const subscriptionRoutes = (api: Api, { inTenant, now }: SubscriptionDeps) => ({
  check: api.subscription.check.handler(async ({ context }) => {
    const { isSubscribed, status } = await inTenant(signedIn(context), (tx) => findSubscription(tx, now()))
    return wrap({ isSubscribed, status })
  }),
  get: api.subscription.get.handler(async ({ context }) => {
    const actor = signedIn(context)
    return inTenant(actor, async (tx) => {
      const [subscription, usage, isDev] = await Promise.all([
        findSubscription(tx, now()),
        findUsage(tx),
        isDevAdmin(tx, actor),
      ])
      return wrap({ subscription, limits: limitsFor(subscription), usage, isDevAdmin: isDev && !actor.viewingAs })
    })
  }),
})
