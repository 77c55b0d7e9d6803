import type { Conversation, Message } from '@frontdesk/contract/api'
import type { Actor } from '../../platform/actor.ts'
import type { ConversationDeps } from '../conversations/index.ts'
import { writeLine } from '../conversations/index.ts'
import { updateAdded } from './events.ts'
import { accessAddressee } from './outbound/send-message.ts'
import { writeOnce } from './outbound/write-once.ts'

interface UpdateRequest {
  conversationSid: string
  text: string
  clientMessageId: string
}

/** Spec section 7, send-message/updates: a line for the team in the thread. */
export const addUpdate = (
  deps: ConversationDeps,
  actor: Actor,
  { conversationSid, text, clientMessageId }: UpdateRequest,
): Promise<{ message: Message; conversation: Conversation }> =>
  writeOnce('messages_pkey', () =>
    deps.inTenant(actor, async (tx) => {
      const { conversation } = await accessAddressee(tx, actor, { conversationSid })
      return writeLine(deps, tx, {
        conversation,
        id: clientMessageId,
        type: 'update',
        body: '',
        data: { update: { kind: 'told', value: text } },
        event: updateAdded.of(),
        author: actor,
        isSame: ({ data }) => data?.update?.kind === 'told' && data.update.value === text,
      })
    }),
  )
