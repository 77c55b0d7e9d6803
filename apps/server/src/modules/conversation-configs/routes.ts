import { type Api, inTransaction } from '../../platform/http/api.ts'
import { wrap } from '../../platform/http/wrap.ts'
import type { Needs } from '../../platform/module.ts'
import { readConversationConfigs } from './configs.ts'
import { saveConversationConfigs } from './save-configs.ts'

export function conversationConfigRoutes(api: Api, services: Needs<'inTenant'>) {
  const transaction = inTransaction(services)
  return {
    get: api.conversationConfigs.get.handler(transaction(async (tx) => wrap(await readConversationConfigs(tx)))),
    save: api.conversationConfigs.save.handler(
      transaction(async (tx, { actor, input }) => wrap(await saveConversationConfigs(tx, actor, input))),
    ),
  }
}
