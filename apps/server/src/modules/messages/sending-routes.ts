import { fromSid } from '@frontdesk/contract/rules'
import { type Api, type ApiRequest, inTransaction } from '../../platform/http/api.ts'
import { wrap } from '../../platform/http/wrap.ts'
import { accessConversation } from '../conversations/index.ts'
import { readSendingSettings, saveSendingSettings } from '../sending/index.ts'
import type { CarryDeps, SendDeps } from './deps.ts'
import { countTextsOfMonth } from './outbound/count-texts.ts'
import { previewSend } from './outbound/preview-send.ts'
import { runIdempotently } from './outbound/run-idempotently.ts'
import { cancelScheduled, sendScheduledNow, updateScheduled } from './scheduled/change-scheduled.ts'
import { scheduleMessage } from './scheduled/schedule-message.ts'
import { listScheduled, toScheduledMessage } from './scheduled/scheduled-queries.ts'
import { readSendRequest } from './send-request.ts'

export function sendingRoutes(api: Api, deps: SendDeps) {
  const transaction = inTransaction(deps)
  return {
    preview: api.sending.preview.handler(
      transaction(async (tx, { actor, input: { conversationSid, viaSid, attachments, text, sendAt } }) =>
        wrap(
          await previewSend(deps, tx, actor, {
            conversationId: fromSid(conversationSid),
            viaId: viaSid && fromSid(viaSid),
            attachmentIds: attachments.map(fromSid),
            text,
            sendAt,
          }),
        ),
      ),
    ),
    getSettings: api.sending.getSettings.handler(transaction(async (tx) => wrap(await readSendingSettings(tx)))),
    getUsage: api.sending.getUsage.handler(
      transaction(async (tx, { actor }) => wrap(await countTextsOfMonth(tx, actor))),
    ),
    saveSettings: api.sending.saveSettings.handler(
      transaction(async (tx, { actor, input }) => wrap(await saveSendingSettings(tx, actor, input))),
    ),
  }
}

const readChange = <Change extends { sid: string }>({ sid, ...change }: Change) => ({ ...change, id: fromSid(sid) })

export function scheduledMessageRoutes(api: Api, deps: CarryDeps) {
  const transaction = inTransaction(deps)
  return {
    getList: api.scheduledMessages.getList.handler(
      transaction(async (tx, { actor, input }) => {
        const conversationId = fromSid(input.conversationSid)
        await accessConversation(tx, actor, conversationId)
        const rows = await listScheduled(tx, conversationId)
        return wrap({ scheduledMessages: rows.map(toScheduledMessage) })
      }),
    ),
    create: api.scheduledMessages.create.handler((request) =>
      runIdempotently('scheduled_messages_pkey', () =>
        transaction(async (tx, { actor, input }: ApiRequest<typeof request.input>) =>
          wrap(toScheduledMessage(await scheduleMessage(deps, tx, actor, readSendRequest(input)))),
        )(request),
      ),
    ),
    update: api.scheduledMessages.update.handler(
      transaction(async (tx, { actor, input }) =>
        wrap(toScheduledMessage(await updateScheduled(deps, tx, actor, readChange(input)))),
      ),
    ),
    cancel: api.scheduledMessages.cancel.handler(
      transaction(async (tx, { actor, input }) =>
        wrap(toScheduledMessage(await cancelScheduled(deps, tx, actor, fromSid(input.sid)))),
      ),
    ),
    sendNow: api.scheduledMessages.sendNow.handler(
      transaction(async (tx, { actor, input }) =>
        wrap(toScheduledMessage(await sendScheduledNow(deps, tx, actor, fromSid(input.sid)))),
      ),
    ),
  }
}
