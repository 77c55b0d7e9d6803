import { type Api, signedIn } from '../../platform/http/api.ts'
import { wrap } from '../../platform/http/wrap.ts'
import type { SettingDeps } from '../settings/index.ts'
import { readConversationConfigs } from './configs.ts'
import { saveConversationConfigs } from './save-configs.ts'

export const conversationConfigRoutes = (api: Api, deps: SettingDeps) => ({
  get: api.conversationConfigs.get.handler(async ({ context }) =>
    wrap(await deps.inTenant(signedIn(context), readConversationConfigs)),
  ),
  save: api.conversationConfigs.save.handler(async ({ context, input }) =>
    wrap(await saveConversationConfigs(deps, signedIn(context), input)),
  ),
})
