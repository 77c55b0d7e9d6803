import { fromSid } from '@frontdesk/contract/rules'
import { AppError } from '../../platform/errors.ts'
import { type Api, signedIn } from '../../platform/http/api.ts'
import { wrap } from '../../platform/http/wrap.ts'
import { findVisibleScope } from '../conversations/index.ts'
import { listPresence, listViewers, type PresenceDeps } from './presence.ts'

export const presenceRoutes = (api: Api, deps: PresenceDeps) => ({
  getList: api.presence.getList.handler(async ({ context }) =>
    wrap({ people: await listPresence(deps, signedIn(context)) }),
  ),
  getViewers: api.presence.getViewers.handler(async ({ context, input: { sid } }) => {
    const actor = signedIn(context)
    const id = fromSid(sid)
    const scope = await deps.inTenant(actor, (tx) => findVisibleScope(tx, actor, id))
    if (!scope) throw new AppError('ConversationNotFound')
    return wrap({ viewers: await listViewers(deps, actor, id, scope) })
  }),
})
