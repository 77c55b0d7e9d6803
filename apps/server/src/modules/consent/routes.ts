import { fromSid } from '@frontdesk/contract/rules'
import { type Api, inTransaction } from '../../platform/http/api.ts'
import { type ConversationDeps, toConversation } from '../conversations/index.ts'
import { toMessage } from '../threads/index.ts'
import { decideReview, undoReview } from './decide-review.ts'
import { listReviews } from './list-reviews.ts'
import { readConsent } from './queries.ts'
import { recordContactConsent } from './record-consent.ts'
import { withdrawConsent } from './withdraw-consent.ts'

export function consentRoutes(api: Api, deps: ConversationDeps) {
  const transaction = inTransaction(deps)
  return {
    get: api.consent.get.handler(transaction((tx, { actor, input }) => readConsent(tx, actor, input))),
    record: api.consent.record.handler(
      transaction((tx, { actor, input }) => recordContactConsent(deps, tx, actor, input)),
    ),
    withdraw: api.consent.withdraw.handler(
      transaction((tx, { actor, input }) => withdrawConsent(deps, tx, actor, input)),
    ),
    getReviews: api.consent.getReviews.handler(
      transaction(async (tx, { actor, input }) => {
        const { items, ...page } = await listReviews(tx, actor, input)
        return {
          ...page,
          items: items.map(({ message, conversation }) => ({
            message: toMessage(message),
            conversation: toConversation(conversation),
          })),
        }
      }),
    ),
    decideReview: api.consent.decideReview.handler(
      transaction(async (tx, { actor, input: { sid, decision } }) => {
        await decideReview(deps, tx, actor, { messageId: fromSid(sid), decision })
        return {}
      }),
    ),
    undoReview: api.consent.undoReview.handler(
      transaction(async (tx, { actor, input: { sid } }) => {
        await undoReview(deps, tx, actor, fromSid(sid))
        return {}
      }),
    ),
  }
}
