import type { GroupMessageState } from '@frontdesk/contract/rules'
import type { TenantTx } from '../../../platform/database/database.ts'
import type { Needs } from '../../../platform/module.ts'
import type { ConversationDeps } from '../../conversations/index.ts'
import { changeDeliveries } from './change-delivery.ts'

declare module '../../../platform/module.ts' {
  interface ModuleServices {
    /** The states of the messages to many that messages are part of, by message. */
    findSendingStates: (tx: TenantTx, messageIds: readonly string[]) => Promise<Map<string, GroupMessageState>>
    /** Cancels the recipients of unsent messages, so that resuming the message to many sends them a new one. */
    cancelUnsent: (tx: TenantTx, messageIds: readonly string[]) => Promise<void>
  }
}

/**
 * Withdraws texts of a stopped message to many that still wait for the carrier. Returns how many those were: texts that the
 * carrier may have received stay.
 */
export async function withdrawStopped(
  deps: ConversationDeps & Needs<'cancelUnsent'>,
  tx: TenantTx,
  messageIds: readonly string[],
): Promise<number> {
  const changes = messageIds.map((messageId) => ({ messageId, status: 'failed', reason: 'stopped' }) as const)
  const withdrawn = await changeDeliveries(deps, tx, changes)
  if (withdrawn.size > 0) await deps.cancelUnsent(tx, [...withdrawn])
  return withdrawn.size
}
