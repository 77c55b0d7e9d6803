import { fromSid, toE164, toSid } from '@frontdesk/contract'
import { AppError } from '../../platform/errors.ts'
import { type Api, signedIn } from '../../platform/http/api.ts'
import { wrap } from '../../platform/http/wrap.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import { accessConversation, factsOf, roomsFor } from './access.ts'
import { addUpdate } from './add-update.ts'
import { countConversations } from './count-conversations.ts'
import { foldCountsSpec, STEPS_TO_FOLD } from './counts.ts'
import { deleteConversation } from './delete-conversations.ts'
import { deleteMessage } from './delete-message.ts'
import type { ConversationDeps } from './deps.ts'
import { fixConversation } from './fix-conversation.ts'
import { listConversations } from './list-conversations.ts'
import { markRead } from './mark-read.ts'
import { findPlace } from './pairs.ts'
import { listActivities } from './panel-queries.ts'
import { findByPhoneNumber, findConversationsByIds, findOwnConversation, listMessages } from './queries.ts'
import { renameConversation } from './rename-conversation.ts'
import { retryMessage } from './retry-message.ts'
import { toMessage } from './rows.ts'
import { saveDraft } from './save-draft.ts'
import { searchAll } from './search-all.ts'
import { searchMessages } from './search-messages.ts'
import { sendMessage } from './send-message.ts'
import { setBlocked } from './set-blocked.ts'
import { setOpenState } from './set-open-state.ts'
import { startConversation, startWithContact } from './start-conversation.ts'

export const conversationRoutes = (api: Api, deps: ConversationDeps) => ({
  getBySid: api.conversations.getBySid.handler(async ({ context, input }) => {
    const actor = signedIn(context)
    const conversation = await deps.inTenant(actor, async (tx) =>
      findOwnConversation(tx, actor, await findPlace(tx, fromSid(input.sid))),
    )
    if (!conversation) throw new AppError('ConversationNotFound')
    return wrap(conversation)
  }),

  getByPhoneNumber: api.conversations.getByPhoneNumber.handler(async ({ context, input }) => {
    const actor = signedIn(context)
    const phoneNumber = toE164(input.phoneNumber)
    const tenantPhoneNumber = input.tenantPhoneNumber === undefined ? null : toE164(input.tenantPhoneNumber)
    if (!phoneNumber || (input.tenantPhoneNumber !== undefined && !tenantPhoneNumber))
      throw new AppError('PhoneNumberInvalid')
    return wrap({
      conversations: await deps.inTenant(actor, (tx) => findByPhoneNumber(tx, actor, phoneNumber, tenantPhoneNumber)),
    })
  }),

  getList: api.conversations.getList.handler(async ({ context, input }) => {
    const actor = signedIn(context)
    const { conversations, paging } = await deps.inTenant(actor, (tx) => listConversations(tx, actor, input))
    const page = { conversations }
    return { ...wrap(page), ...(!input.isLean && { result: page }), paging }
  }),

  getStats: api.conversations.getStats.handler(async ({ context, input }) => {
    const actor = signedIn(context)
    return deps.inTenant(actor, async (tx) => {
      const { stats, steps } = await countConversations(tx, actor, input)
      if (steps > STEPS_TO_FOLD) await enqueue(tx, foldCountsSpec(tx.tenantId))
      return wrap(stats)
    })
  }),

  getSetSms: api.conversations.getSetSms.handler(async ({ context, input }) =>
    wrap(await startConversation(deps, signedIn(context), input)),
  ),

  markRead: api.conversations.markRead.handler(async ({ context, input }) =>
    wrap(await markRead(deps, signedIn(context), input.sid, input.upToIndex)),
  ),

  typing: api.conversations.typing.handler(async ({ context, input }) => {
    const actor = signedIn(context)
    const conversation = await deps.inTenant(actor, (tx) => accessConversation(tx, actor, fromSid(input.sid)))
    deps.push(actor.tenantId, roomsFor(factsOf(conversation)), {
      type: 'typing',
      id: null,
      at: deps.now(),
      conversationSid: input.sid,
      userID: actor.userId,
      displayName: actor.displayName,
      isTyping: input.isTyping,
    })
    return wrap(null)
  }),

  saveDraft: api.conversations.saveDraft.handler(async ({ context, input }) =>
    wrap(await saveDraft(deps, signedIn(context), input.sid, input.messageDraft)),
  ),

  open: api.conversations.open.handler(async ({ context, input }) =>
    wrap(await setOpenState(deps, signedIn(context), input.sid, false)),
  ),
  close: api.conversations.close.handler(async ({ context, input }) =>
    wrap(await setOpenState(deps, signedIn(context), input.sid, true)),
  ),
  getActivities: api.conversations.getActivities.handler(async ({ context, input }) => {
    const actor = signedIn(context)
    return deps.inTenant(actor, async (tx) => {
      await accessConversation(tx, actor, fromSid(input.sid))
      return wrap(await listActivities(tx, fromSid(input.sid), input.beforeIndex))
    })
  }),
  remove: api.conversations.remove.handler(async ({ context, input }) => {
    await deleteConversation(deps, signedIn(context), input.sid)
    return wrap(null)
  }),
  block: api.conversations.block.handler(async ({ context, input }) =>
    wrap(await setBlocked(deps, signedIn(context), input, true)),
  ),
  unblock: api.conversations.unblock.handler(async ({ context, input }) =>
    wrap(await setBlocked(deps, signedIn(context), input, false)),
  ),
})

export const conversationCallRoutes = (api: Api, deps: ConversationDeps) => ({
  getSetContact: api.conversationCalls.getSetContact.handler(async ({ context, input }) =>
    wrap(await startWithContact(deps, signedIn(context), input)),
  ),
  updateFriendlyName: api.conversationCalls.updateFriendlyName.handler(async ({ context, input }) =>
    wrap(await renameConversation(deps, signedIn(context), input)),
  ),
  fixSms: api.conversationCalls.fixSms.handler(async ({ context, input }) =>
    wrap(await fixConversation(deps, signedIn(context), input.sid)),
  ),
  sendUpdates: api.conversationCalls.sendUpdates.handler(async ({ context, input }) =>
    wrap(await addUpdate(deps, signedIn(context), input)),
  ),
})

export const messageSearchRoutes = (api: Api, deps: ConversationDeps) => ({
  searchAll: api.messageSearch.searchAll.handler(async ({ context, input }) => {
    const actor = signedIn(context)
    return wrap(await deps.inTenant(actor, (tx) => searchAll(tx, actor, input, deps.now())))
  }),
  search: api.messageSearch.search.handler(async ({ context, input }) => {
    const actor = signedIn(context)
    return wrap(await deps.inTenant(actor, (tx) => searchMessages(tx, actor, input, deps.now())))
  }),
})

export const messageRoutes = (api: Api, deps: ConversationDeps) => ({
  getListByConversationIds: api.messages.getListByConversationIds.handler(async ({ context, input }) => {
    const actor = signedIn(context)
    const ids = [...new Set(input.conversationIds)].map(fromSid)
    return deps.inTenant(actor, async (tx) => {
      const [conversations, pages] = await Promise.all([
        findConversationsByIds(tx, actor, ids),
        listMessages(tx, ids, input),
      ])
      if (conversations.length !== ids.length) throw new AppError('ConversationNotFound')
      return wrap({
        conversations: ids.map((id) => {
          const page = pages.get(id) ?? { rows: [], hasMore: false }
          const latest =
            conversations.find((conversation) => conversation.sid === toSid('CH', id))?.lastMessage?.index ?? 0
          const isForward = input.afterIndex !== undefined
          const first = page.rows[0]?.index ?? (isForward ? (input.afterIndex ?? 0) : 1)
          const last = page.rows.at(-1)?.index ?? latest
          return {
            conversationSid: toSid('CH', id),
            items: page.rows.map(toMessage),
            hasNextPage: isForward ? page.hasMore : last < latest,
            hasPrevPage: isForward ? first > 1 : page.hasMore,
          }
        }),
      })
    })
  }),

  send: api.messages.send.handler(async ({ context, input }) =>
    wrap(await sendMessage(deps, signedIn(context), input)),
  ),
  retry: api.messages.retry.handler(async ({ context, input }) =>
    wrap(await retryMessage(deps, signedIn(context), input.sid)),
  ),
  remove: api.messages.remove.handler(async ({ context, input }) =>
    wrap(await deleteMessage(deps, signedIn(context), input.sid)),
  ),
})
