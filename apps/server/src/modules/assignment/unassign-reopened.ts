import type { Conversation } from '@frontdesk/contract/api'
import { fromSid } from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'
import { conversationAssigned } from '../conversations/events.ts'
import type { ConversationDeps } from '../conversations/index.ts'
import { changeConversations } from '../conversations/index.ts'

/** Takes a locked conversation from whoever has had it since before an instant, as a rule of the business. */
export async function unassignReopened(
  deps: ConversationDeps,
  tx: TenantTx,
  conversation: Conversation,
  before: string,
): Promise<Conversation> {
  const [after] = await changeConversations(deps, tx, {
    ids: [fromSid(conversation.sid)],
    visible: sql<boolean>`coalesce(c.assigned_at <= ${before}::timestamptz, true)`,
    set: { toUserId: null },
    event: conversationAssigned.of({ by: 'reopened' }),
    update: { kind: 'unassigned', value: null },
    by: null,
    at: deps.now(),
  })
  return after ?? conversation
}
