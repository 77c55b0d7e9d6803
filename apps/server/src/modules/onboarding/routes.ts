import { type Api, signedIn } from '../../platform/http/api.ts'
import { wrap } from '../../platform/http/wrap.ts'
import type { Needs } from '../../platform/module.ts'
import { dismissFirstDay, findFirstDay } from './first-day.ts'

type OnboardingDeps = Needs<'inTenant' | 'now'>

export const onboardingRoutes = (api: Api, { inTenant, now }: OnboardingDeps) => ({
  getFirstDay: api.onboarding.getFirstDay.handler(async ({ context }) =>
    wrap(await inTenant(signedIn(context), findFirstDay)),
  ),
  dismiss: api.onboarding.dismiss.handler(async ({ context, input }) =>
    wrap(await inTenant(signedIn(context), (tx) => dismissFirstDay(tx, input.isDismissed, now()))),
  ),
})
