import { fromSid } from '@frontdesk/contract/rules'
import { type Api, inTransaction } from '../../platform/http/api.ts'
import { wrap } from '../../platform/http/wrap.ts'
import type { Needs } from '../../platform/module.ts'
import { getMessageOrigin } from './get-message-origin.ts'

export function messageOriginRoutes(api: Api, services: Needs<'inTenant'>) {
  const transaction = inTransaction(services)
  return {
    get: api.messageOrigins.get.handler(
      transaction(async (tx, { actor, input }) => wrap(await getMessageOrigin(tx, actor, fromSid(input.sid)))),
    ),
  }
}
