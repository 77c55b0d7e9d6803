import type { Conversation, SendPreview } from '@frontdesk/contract/api'
import type { SendGateReason } from '@frontdesk/contract/rules'

/** Why a text would not be sent: the gate's verdict, or what is known from the conversation before it has loaded. */
export function refusalsOf(
  conversation: Conversation,
  viaSid: string | undefined,
  preview: SendPreview | undefined,
): readonly SendGateReason[] {
  if (preview) return preview.verdict === 'refuse' ? preview.reasons : []
  return viaSid && viaSid !== conversation.sid ? [] : knownReasons(conversation)
}

function knownReasons({ contact: { isOptedOut, isBlocked, lineType } }: Conversation): SendGateReason[] {
  if (isBlocked) return ['blocked']
  if (isOptedOut) return ['opted-out']
  return lineType === 'landline' ? ['landline'] : []
}
