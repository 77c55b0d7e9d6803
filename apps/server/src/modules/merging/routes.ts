import { fromSid } from '@frontdesk/contract/rules'
import { type Api, signedIn } from '../../platform/http/api.ts'
import { wrap } from '../../platform/http/wrap.ts'
import { type ConversationDeps, toConversation, toOwnConversation } from '../conversations/index.ts'
import { mergeConversations, previewMerge } from './merge-conversations.ts'
import { unmergeConversation } from './unmerge-conversation.ts'

const readRequest = ({ sid, intoSid }: { sid: string; intoSid: string }) => ({
  id: fromSid(sid),
  intoId: fromSid(intoSid),
})

export const mergingRoutes = (api: Api, deps: ConversationDeps) => ({
  preview: api.merging.preview.handler(async ({ context, input }) => {
    const { merged, surviving, ...preview } = await previewMerge(deps, signedIn(context), readRequest(input))
    return wrap({
      ...preview,
      merged: toConversation(merged),
      survivor: toConversation(surviving),
      mergedMessages: merged.latestIndex,
      survivorMessages: surviving.latestIndex,
    })
  }),
  merge: api.merging.merge.handler(async ({ context, input }) => {
    const actor = signedIn(context)
    return wrap(toOwnConversation(await mergeConversations(deps, actor, readRequest(input)), actor.userId))
  }),
  unmerge: api.merging.unmerge.handler(async ({ context, input: { sid, mergedSid } }) => {
    const actor = signedIn(context)
    const ids = { id: fromSid(sid), mergedId: fromSid(mergedSid) }
    const { conversation, restored } = await unmergeConversation(deps, actor, ids)
    return wrap({
      conversation: toOwnConversation(conversation, actor.userId),
      restored: restored && toOwnConversation(restored, actor.userId),
    })
  }),
})
