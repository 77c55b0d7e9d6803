import { fromSid } from '@frontdesk/contract/rules'
import { type Api, inTransaction } from '../../platform/http/api.ts'
import { wrap } from '../../platform/http/wrap.ts'
import { type ConversationDeps, toConversation, toOwnConversation } from '../conversations/index.ts'
import { mergeConversations, previewMerge } from './merge-conversations.ts'
import { unmergeConversation } from './unmerge-conversation.ts'

const readRequest = ({ sid, intoSid }: { sid: string; intoSid: string }) => ({
  id: fromSid(sid),
  intoId: fromSid(intoSid),
})

export function mergingRoutes(api: Api, deps: ConversationDeps) {
  const transaction = inTransaction(deps)
  return {
    preview: api.merging.preview.handler(
      transaction(async (tx, { actor, input }) => {
        const { merged, surviving, ...preview } = await previewMerge(tx, actor, readRequest(input))
        return wrap({
          ...preview,
          merged: toConversation(merged),
          surviving: toConversation(surviving),
          mergedMessages: merged.latestIndex,
          survivingMessages: surviving.latestIndex,
        })
      }),
    ),
    merge: api.merging.merge.handler(
      transaction(async (tx, { actor, input }) =>
        wrap(toOwnConversation(await mergeConversations(deps, tx, actor, readRequest(input)), actor.userId)),
      ),
    ),
    unmerge: api.merging.unmerge.handler(
      transaction(async (tx, { actor, input: { sid, mergedSid } }) => {
        const ids = { id: fromSid(sid), mergedId: fromSid(mergedSid) }
        const { conversation, restored } = await unmergeConversation(deps, tx, actor, ids)
        return wrap({
          conversation: toOwnConversation(conversation, actor.userId),
          restored: restored && toOwnConversation(restored, actor.userId),
        })
      }),
    ),
  }
}
