import { type Api, inTransaction } from '../../platform/http/api.ts'
import type { ConversationDeps } from '../conversations/index.ts'
import { readConsent } from './queries.ts'
import { recordContactConsent } from './record-consent.ts'

export function consentRoutes(api: Api, deps: ConversationDeps) {
  const transaction = inTransaction(deps)
  return {
    get: api.consent.get.handler(transaction((tx, { actor, input }) => readConsent(tx, actor, input))),
    record: api.consent.record.handler(
      transaction((tx, { actor, input }) => recordContactConsent(deps, tx, actor, input)),
    ),
  }
}
