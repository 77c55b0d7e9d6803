import { type Api, signedIn } from '../../platform/http/api.ts'
import { wrap } from '../../platform/http/wrap.ts'
import type { Needs } from '../../platform/module.ts'
import { readTimeline } from './timeline.ts'

export const timelineRoutes = (api: Api, deps: Needs<'inTenant'>) => ({
  getList: api.timeline.getList.handler(async ({ context, input }) => {
    const actor = signedIn(context)
    return wrap(await deps.inTenant(actor, (tx) => readTimeline(tx, actor, input)))
  }),
})
