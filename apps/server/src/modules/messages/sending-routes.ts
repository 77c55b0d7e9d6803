import { fromSid } from '@frontdesk/contract/rules'
import { type Api, inTransaction, signedIn } from '../../platform/http/api.ts'
import { wrap } from '../../platform/http/wrap.ts'
import { accessConversation } from '../conversations/index.ts'
import { readSendingSettings, saveSendingSettings } from '../sending/index.ts'
import type { SendDeps } from './deps.ts'
import { previewSend } from './outbound/preview-send.ts'
import { cancelScheduled, sendScheduledNow, updateScheduled } from './scheduled/change-scheduled.ts'
import { scheduleMessage } from './scheduled/schedule-message.ts'
import { listScheduled, toScheduledMessage } from './scheduled/scheduled-queries.ts'
import { readSendRequest } from './send-request.ts'

export const sendingRoutes = (api: Api, deps: SendDeps) => ({
  preview: api.sending.preview.handler(
    async ({ context, input: { conversationSid, viaSid, attachments, text, sendAt } }) =>
      wrap(
        await previewSend(deps, signedIn(context), {
          conversationId: fromSid(conversationSid),
          viaId: viaSid && fromSid(viaSid),
          attachmentIds: attachments.map(fromSid),
          text,
          sendAt,
        }),
      ),
  ),
  getSettings: api.sending.getSettings.handler(inTransaction(deps)(async (tx) => wrap(await readSendingSettings(tx)))),
  saveSettings: api.sending.saveSettings.handler(
    inTransaction(deps)(async (tx, { actor, input }) => wrap(await saveSendingSettings(tx, actor, input))),
  ),
})

const readChange = <Change extends { sid: string }>({ sid, ...change }: Change) => ({ ...change, id: fromSid(sid) })

export const scheduledMessageRoutes = (api: Api, deps: SendDeps) => ({
  getList: api.scheduledMessages.getList.handler(async ({ context, input }) => {
    const actor = signedIn(context)
    return deps.inTenant(actor, async (tx) => {
      const conversationId = fromSid(input.conversationSid)
      await accessConversation(tx, actor, conversationId)
      const rows = await listScheduled(tx, conversationId)
      return wrap({ scheduledMessages: rows.map(toScheduledMessage) })
    })
  }),
  create: api.scheduledMessages.create.handler(async ({ context, input }) =>
    wrap(toScheduledMessage(await scheduleMessage(deps, signedIn(context), readSendRequest(input)))),
  ),
  update: api.scheduledMessages.update.handler(async ({ context, input }) =>
    wrap(toScheduledMessage(await updateScheduled(deps, signedIn(context), readChange(input)))),
  ),
  cancel: api.scheduledMessages.cancel.handler(async ({ context, input }) =>
    wrap(toScheduledMessage(await cancelScheduled(deps, signedIn(context), fromSid(input.sid)))),
  ),
  sendNow: api.scheduledMessages.sendNow.handler(async ({ context, input }) =>
    wrap(toScheduledMessage(await sendScheduledNow(deps, signedIn(context), fromSid(input.sid)))),
  ),
})
