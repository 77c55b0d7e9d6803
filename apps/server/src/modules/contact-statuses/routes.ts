import { type Api, signedIn } from '../../platform/http/api.ts'
import { wrap } from '../../platform/http/wrap.ts'
import type { ConversationDeps } from '../conversations/index.ts'
import { readSetting, type SettingDeps } from '../settings/index.ts'
import { changeStatus } from './change-status.ts'
import { saveStatuses } from './save-statuses.ts'
import { STATUSES } from './statuses.ts'

export const contactStatusRoutes = (api: Api, deps: ConversationDeps & SettingDeps) => ({
  get: api.contactStatuses.get.handler(({ context }) =>
    deps.inTenant(signedIn(context), (tx) => readSetting(tx, STATUSES)),
  ),
  save: api.contactStatuses.save.handler(({ context, input }) => saveStatuses(deps, signedIn(context), input)),
  change: api.contactStatuses.change.handler(async ({ context, input }) =>
    wrap(await changeStatus(deps, signedIn(context), input)),
  ),
})
