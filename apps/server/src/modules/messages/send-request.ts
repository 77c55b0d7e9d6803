import type { SendRequest } from '@frontdesk/contract/api'
import { fromSid } from '@frontdesk/contract/rules'
import type { SendTextRequest } from './outbound/send-message.ts'

/** A request to send a text as operations take it, with ids in place of SIDs. */
export const readSendRequest = <Request extends SendRequest>({
  conversationSid,
  viaSid,
  quotedSid,
  attachments,
  ...request
}: Request): Omit<Request, 'conversationSid' | 'viaSid' | 'quotedSid' | 'attachments'> & SendTextRequest => ({
  ...request,
  conversationId: fromSid(conversationSid),
  viaId: viaSid && fromSid(viaSid),
  quotedId: quotedSid && fromSid(quotedSid),
  attachmentIds: attachments.map(fromSid),
})
