import { type Api, signedIn } from '../../platform/http/api.ts'
import { wrap } from '../../platform/http/wrap.ts'
import type { ConversationDeps } from '../conversations/index.ts'
import { mergeConversations, previewMerge } from './merge-conversations.ts'
import { unmergeConversation } from './unmerge-conversation.ts'

export const mergingRoutes = (api: Api, deps: ConversationDeps) => ({
  preview: api.merging.preview.handler(async ({ context, input }) =>
    wrap(await previewMerge(deps, signedIn(context), input)),
  ),
  merge: api.merging.merge.handler(async ({ context, input }) =>
    wrap(await mergeConversations(deps, signedIn(context), input)),
  ),
  unmerge: api.merging.unmerge.handler(async ({ context, input }) =>
    wrap(await unmergeConversation(deps, signedIn(context), input)),
  ),
})
