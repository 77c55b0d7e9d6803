import { fromSid, toE164 } from '@frontdesk/contract/rules'
import { AppError } from '../../platform/errors.ts'
import { type Api, signedIn } from '../../platform/http/api.ts'
import { wrap } from '../../platform/http/wrap.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import { deleteConversation, renameConversation, setBlocked, setOpenState, startWithContact } from '../changes/index.ts'
import { resolveMergedConversation } from '../number-pairs/index.ts'
import { listActivities, toMessage } from '../threads/index.ts'
import { countConversations, DELTAS_TO_FOLD, foldCountsSpec } from '../totals/index.ts'
import { roomsFor } from '../visibility/index.ts'
import { accessConversation } from './access.ts'
import type { ConversationDeps } from './deps.ts'
import { listConversations } from './list-conversations.ts'
import { findByPhoneNumber, findOwnConversation } from './queries.ts'
import { toConversation, toOwnConversation } from './rows.ts'
import { saveDraft } from './save-draft.ts'
import { type StartRequest, startConversation } from './start-conversation.ts'

type WireStartRequest = Omit<StartRequest, 'assigneeId' | 'locationId'> & {
  toUserID: string | null
  locationID?: string | undefined
}

const toStartRequest = ({ toUserID, locationID, ...request }: WireStartRequest): StartRequest => ({
  ...request,
  assigneeId: toUserID,
  locationId: locationID,
})

const toBlockRequest = ({ sid, phoneNumbers }: { sid: string; phoneNumbers?: string[] | undefined }) => ({
  id: fromSid(sid),
  phoneNumbers,
})

export const conversationRoutes = (api: Api, deps: ConversationDeps) => ({
  getBySid: api.conversations.getBySid.handler(async ({ context, input }) => {
    const actor = signedIn(context)
    const conversation = await deps.inTenant(actor, async (tx) =>
      findOwnConversation(tx, actor, await resolveMergedConversation(tx, fromSid(input.sid))),
    )
    if (!conversation) throw new AppError('ConversationNotFound')
    return wrap(toOwnConversation(conversation, actor.userId))
  }),

  getByPhoneNumber: api.conversations.getByPhoneNumber.handler(async ({ context, input }) => {
    const actor = signedIn(context)
    const phoneNumber = toE164(input.phoneNumber)
    const tenantPhoneNumber = input.tenantPhoneNumber === undefined ? null : toE164(input.tenantPhoneNumber)
    if (!phoneNumber || (input.tenantPhoneNumber !== undefined && !tenantPhoneNumber))
      throw new AppError('PhoneNumberInvalid')
    const rows = await deps.inTenant(actor, (tx) => findByPhoneNumber(tx, actor, phoneNumber, tenantPhoneNumber))
    return wrap({ conversations: rows.map((row) => toOwnConversation(row, actor.userId)) })
  }),

  getList: api.conversations.getList.handler(async ({ context, input }) => {
    const actor = signedIn(context)
    const { conversations, paging } = await deps.inTenant(actor, (tx) => listConversations(tx, actor, input))
    const page = { conversations: conversations.map((row) => toOwnConversation(row, actor.userId)) }
    return { ...wrap(page), ...(!input.isLean && { result: page }), paging }
  }),

  getStats: api.conversations.getStats.handler(async ({ context, input }) => {
    const actor = signedIn(context)
    return deps.inTenant(actor, async (tx) => {
      const { stats, deltas } = await countConversations(tx, actor, input)
      if (deltas > DELTAS_TO_FOLD) await enqueue(tx, foldCountsSpec(tx.tenantId))
      return wrap(stats)
    })
  }),

  getSetSms: api.conversations.getSetSms.handler(async ({ context, input }) => {
    const actor = signedIn(context)
    const started = await deps.inTenant(actor, (tx) => startConversation(deps, tx, actor, toStartRequest(input)))
    return wrap(toOwnConversation(started, actor.userId))
  }),

  typing: api.conversations.typing.handler(async ({ context, input }) => {
    const actor = signedIn(context)
    const conversation = await deps.inTenant(actor, (tx) => accessConversation(tx, actor, fromSid(input.sid)))
    deps.push(actor.tenantId, roomsFor(conversation), {
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
    wrap(await saveDraft(deps, signedIn(context), fromSid(input.sid), input.messageDraft)),
  ),

  open: api.conversations.open.handler(async ({ context, input }) =>
    wrap(toConversation(await setOpenState(deps, signedIn(context), fromSid(input.sid), false))),
  ),
  close: api.conversations.close.handler(async ({ context, input }) =>
    wrap(toConversation(await setOpenState(deps, signedIn(context), fromSid(input.sid), true))),
  ),
  getActivities: api.conversations.getActivities.handler(async ({ context, input }) => {
    const actor = signedIn(context)
    return deps.inTenant(actor, async (tx) => {
      await accessConversation(tx, actor, fromSid(input.sid))
      const { items, hasMore } = await listActivities(tx, fromSid(input.sid), input.beforeIndex)
      return wrap({ items: items.map(toMessage), hasMore })
    })
  }),
  remove: api.conversations.remove.handler(async ({ context, input }) => {
    await deleteConversation(deps, signedIn(context), fromSid(input.sid))
    return wrap(null)
  }),
  block: api.conversations.block.handler(async ({ context, input }) =>
    wrap(toConversation(await setBlocked(deps, signedIn(context), toBlockRequest(input), true))),
  ),
  unblock: api.conversations.unblock.handler(async ({ context, input }) =>
    wrap(toConversation(await setBlocked(deps, signedIn(context), toBlockRequest(input), false))),
  ),
  getSetContact: api.conversations.getSetContact.handler(async ({ context, input }) => {
    const actor = signedIn(context)
    const started = await deps.inTenant(actor, (tx) => startWithContact(deps, tx, actor, toStartRequest(input)))
    return wrap(toOwnConversation(started, actor.userId))
  }),
  updateFriendlyName: api.conversations.updateFriendlyName.handler(async ({ context, input }) =>
    wrap(
      toConversation(
        await renameConversation(deps, signedIn(context), { id: fromSid(input.sid), friendlyName: input.friendlyName }),
      ),
    ),
  ),
})
