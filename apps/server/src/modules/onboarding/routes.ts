import type { Clock } from '../../platform/clock.ts'
import type { InTenant } from '../../platform/database/database.ts'
import { type Api, signedIn } from '../../platform/http/api.ts'
import { wrap } from '../../platform/http/wrap.ts'
import { dismissFirstDay, findFirstDay } from './first-day.ts'

interface OnboardingDeps {
  inTenant: InTenant
  now: Clock
}

export const onboardingRoutes = (api: Api, { inTenant, now }: OnboardingDeps) => ({
  getFirstDay: api.onboarding.getFirstDay.handler(async ({ context }) =>
    wrap(await inTenant(signedIn(context), findFirstDay)),
  ),
  dismiss: api.onboarding.dismiss.handler(async ({ context, input }) =>
    wrap(await inTenant(signedIn(context), (tx) => dismissFirstDay(tx, input.isDismissed, now()))),
  ),
})
