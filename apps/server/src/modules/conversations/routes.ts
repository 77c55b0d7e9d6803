import { fromSid, toE164 } from '@frontdesk/contract/rules'
import { AppError } from '../../platform/errors.ts'
import { type Api, inTransaction } from '../../platform/http/api.ts'
import { wrap } from '../../platform/http/wrap.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import { deleteConversation, renameConversation, setBlocked, setOpenState, startWithContact } from '../changes/index.ts'
import { saveDraft } from '../drafts/index.ts'
import { resolveMergedConversation } from '../number-pairs/index.ts'
import { listActivities, toMessage } from '../threads/index.ts'
import { countConversations, DELTAS_TO_FOLD, foldCountsSpec } from '../totals/index.ts'
import { findVisiblePhones, roomsFor } from '../visibility/index.ts'
import { accessConversation } from './access.ts'
import type { ConversationDeps } from './deps.ts'
import { listConversations } from './list-conversations.ts'
import { findByPhoneNumbers, findOwnConversation } from './queries.ts'
import { toConversation, toOwnConversation } from './rows.ts'
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

export function conversationRoutes(api: Api, deps: ConversationDeps) {
  const transaction = inTransaction(deps)
  return {
    getBySid: api.conversations.getBySid.handler(
      transaction(async (tx, { actor, input }) => {
        const id = await resolveMergedConversation(tx, fromSid(input.sid))
        const conversation = await findOwnConversation(tx, actor, id)
        if (!conversation) throw new AppError('ConversationNotFound')
        return wrap(toOwnConversation(conversation, actor.userId))
      }),
    ),
    getByPhoneNumber: api.conversations.getByPhoneNumber.handler(
      transaction(async (tx, { actor, input }) => {
        const phoneNumber = toE164(input.phoneNumber)
        const tenantPhoneNumber = input.tenantPhoneNumber === undefined ? null : toE164(input.tenantPhoneNumber)
        if (!phoneNumber || (input.tenantPhoneNumber !== undefined && !tenantPhoneNumber))
          throw new AppError('PhoneNumberInvalid')
        const phones = tenantPhoneNumber ? [phoneNumber] : await findVisiblePhones(tx, actor, phoneNumber)
        const rows = await findByPhoneNumbers(tx, actor, phones, tenantPhoneNumber)
        return wrap({ conversations: rows.map((row) => toOwnConversation(row, actor.userId)) })
      }),
    ),
    getList: api.conversations.getList.handler(
      transaction(async (tx, { actor, input }) => {
        const { conversations, paging } = await listConversations(tx, actor, input)
        const page = { conversations: conversations.map((row) => toOwnConversation(row, actor.userId)) }
        return { ...wrap(page), ...(!input.isLean && { result: page }), paging }
      }),
    ),
    getStats: api.conversations.getStats.handler(
      transaction(async (tx, { actor, input }) => {
        const { stats, deltas } = await countConversations(tx, actor, input)
        if (deltas > DELTAS_TO_FOLD) await enqueue(tx, foldCountsSpec(tx.tenantId))
        return wrap(stats)
      }),
    ),
    getSetSms: api.conversations.getSetSms.handler(
      transaction(async (tx, { actor, input }) =>
        wrap(toOwnConversation(await startConversation(deps, tx, actor, toStartRequest(input)), actor.userId)),
      ),
    ),
    typing: api.conversations.typing.handler(
      transaction(async (tx, { actor, input: { sid, isTyping } }) => {
        tx.publish(roomsFor(await accessConversation(tx, actor, fromSid(sid))), {
          type: 'typing',
          id: null,
          at: deps.now(),
          conversationSid: sid,
          userID: actor.userId,
          displayName: actor.displayName,
          isTyping,
        })
        return wrap(null)
      }),
    ),
    saveDraft: api.conversations.saveDraft.handler(
      transaction(async (tx, { actor, input: { sid, messageDraft } }) =>
        wrap(await saveDraft(deps, tx, actor, fromSid(sid), messageDraft)),
      ),
    ),
    open: api.conversations.open.handler(
      transaction(async (tx, { actor, input }) =>
        wrap(toConversation(await setOpenState(deps, tx, actor, fromSid(input.sid), false))),
      ),
    ),
    close: api.conversations.close.handler(
      transaction(async (tx, { actor, input }) =>
        wrap(toConversation(await setOpenState(deps, tx, actor, fromSid(input.sid), true))),
      ),
    ),
    getActivities: api.conversations.getActivities.handler(
      transaction(async (tx, { actor, input }) => {
        const id = fromSid(input.sid)
        await accessConversation(tx, actor, id)
        const { items, hasMore } = await listActivities(tx, id, input.beforeIndex)
        return wrap({ items: items.map(toMessage), hasMore })
      }),
    ),
    remove: api.conversations.remove.handler(
      transaction(async (tx, { actor, input }) => {
        await deleteConversation(deps, tx, actor, fromSid(input.sid))
        return wrap(null)
      }),
    ),
    block: api.conversations.block.handler(
      transaction(async (tx, { actor, input }) =>
        wrap(toConversation(await setBlocked(deps, tx, actor, toBlockRequest(input), true))),
      ),
    ),
    unblock: api.conversations.unblock.handler(
      transaction(async (tx, { actor, input }) =>
        wrap(toConversation(await setBlocked(deps, tx, actor, toBlockRequest(input), false))),
      ),
    ),
    getSetContact: api.conversations.getSetContact.handler(
      transaction(async (tx, { actor, input }) =>
        wrap(toOwnConversation(await startWithContact(deps, tx, actor, toStartRequest(input)), actor.userId)),
      ),
    ),
    updateFriendlyName: api.conversations.updateFriendlyName.handler(
      transaction(async (tx, { actor, input: { sid, friendlyName } }) =>
        wrap(toConversation(await renameConversation(deps, tx, actor, { id: fromSid(sid), friendlyName }))),
      ),
    ),
  }
}
