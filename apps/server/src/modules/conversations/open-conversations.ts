import { DEFAULT_FOLDER, type Viewer } from '@frontdesk/contract/rules'
import type { TenantTx } from '../../platform/database/database.ts'
import type { AppError } from '../../platform/errors.ts'
import type { ConversationDeps } from './deps.ts'
import { findCountryRefusal, findLookupRefusals } from './find-refusals.ts'
import { insertConversations, type Thread } from './insert-conversations.ts'
import { findConversationsByIds } from './queries.ts'
import { announce, conversationChanged } from './realtime.ts'
import type { ConversationRow } from './rows.ts'
import { defaultAssignee } from './start-conversation.ts'

/** Contact and number of a conversation of a group message; both were read in this transaction. */
export interface KnownThread extends Thread {
  /** The contact's row, which the caller has locked and the actor sees. */
  contactId: string
  /** The conversation, if it has been found. */
  conversationId: string | null
  /** State of a new conversation: a folder, which the caller has locked, and closed until the contact writes. */
  folder?: string
  isClosed?: boolean
}

export type Opened = { conversation: ConversationRow } | { refusal: AppError | 'no-access' }

/**
 * Finds or starts the conversations of contacts with numbers that the actor may use, and locks them. Each number pair
 * is given once. Looks nothing up that the caller knows. Returns the results in the same order.
 */
export async function openConversations(
  deps: ConversationDeps,
  tx: TenantTx,
  actor: Viewer,
  threads: readonly KnownThread[],
): Promise<Opened[]> {
  const at = deps.now()
  const missing = threads.filter(({ conversationId }) => conversationId === null)
  const refusals = await findRefusals(tx, missing, at)
  const toStart = missing.filter(({ contactPhone }) => !refusals.has(contactPhone))
  const started =
    toStart.length === 0
      ? []
      : await insertConversations(
          tx,
          toStart.map(({ folder = DEFAULT_FOLDER, isClosed = false, ...thread }) => ({
            ...thread,
            folder,
            isClosed,
            assigneeId: defaultAssignee(actor),
            isContactRestricted: false,
          })),
          { source: 'user', at },
        )
  const startedOf = new Map(toStart.map((thread, index) => [thread, started[index]]))
  const idOf = (thread: KnownThread) => thread.conversationId ?? startedOf.get(thread)?.id
  const ids = [...new Set(threads.flatMap((thread) => idOf(thread) ?? []))]
  const rows = ids.length > 0 ? await findConversationsByIds(tx, actor, ids, 'change') : []
  const conversations = new Map(rows.map((row) => [row.id, row]))
  for (const { id, startedEvent } of started) {
    const conversation = conversations.get(id)
    if (conversation && startedEvent)
      tx.afterCommit(() =>
        announce(deps, tx.tenantId, conversation, [conversationChanged(startedEvent, at, conversation)]),
      )
  }
  return threads.map((thread) => {
    const refusal = thread.conversationId === null ? refusals.get(thread.contactPhone) : undefined
    if (refusal) return { refusal }
    const conversation = conversations.get(idOf(thread) ?? '')
    return conversation ? { conversation } : { refusal: 'no-access' }
  })
}

/** Why no conversation is started with some of the numbers, by number. */
async function findRefusals(
  tx: TenantTx,
  threads: readonly KnownThread[],
  at: string,
): Promise<ReadonlyMap<string, AppError>> {
  if (threads.length === 0) return new Map()
  const refusals = await findLookupRefusals(tx, threads, at)
  for (const { contactPhone } of threads) {
    const refusal = findCountryRefusal(contactPhone)
    if (refusal) refusals.set(contactPhone, refusal)
  }
  return refusals
}
