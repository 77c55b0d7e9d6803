import { sql } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'
import type { Person } from '../accounts/index.ts'
import { type AnyChange, type ChangeValues, type PreviousState, startChange } from '../changes/index.ts'
import type { ConversationDeps } from '../conversations/index.ts'
import { isVisible } from '../visibility/index.ts'

interface Batch {
  ids: string[]
  change: AnyChange
  action: ChangeValues & { id: string; undoOf: string | null }
  isQuiet: boolean
}

/**
 * Makes a change to those of a batch that the actor sees, or undoes it. Returns the previous state of those that were
 * changed.
 */
export async function applyChange(
  deps: ConversationDeps,
  tx: TenantTx,
  actor: Person,
  { ids, change, action, isQuiet }: Batch,
): Promise<Map<string, PreviousState>> {
  const { apply, undo } = await change.prepare(tx, action)
  const present = await findStates(tx, actor, ids, change.locksContacts ? 'read' : 'change')
  const run = startChange(deps, tx, { by: actor, bulkActionId: action.id, isQuiet })
  if (action.undoOf === null) await apply(run, [...present.keys()])
  else {
    const previous = await findPreviousStates(tx, action.undoOf, ids)
    await undo(run, new Map([...previous].filter(([id]) => present.has(id))))
  }
  return new Map(
    [...run.changed].flatMap(([id, extra]) => {
      const state = present.get(id)
      return state ? [[id, { ...state, ...extra }] as const] : []
    }),
  )
}

/** The state of the conversations that the actor sees, locked in the order of their ids. */
export async function findStates(
  tx: TenantTx,
  actor: Person,
  ids: string[],
  lock: 'read' | 'change',
): Promise<Map<string, PreviousState>> {
  const states = tx
    .selectFrom('conversations as c')
    .where('c.tenantId', '=', tx.tenantId)
    .where(sql<boolean>`c.id = any(${ids}::uuid[])`)
    .where(isVisible(actor, 'c'))
    .orderBy('c.id')
    .select([
      'c.id',
      'c.isClosed',
      'c.folder',
      'c.toUserId',
      'c.statusKey',
      'c.unreadMessages',
      'c.isSnoozed',
      'c.snoozedUntil',
      'c.snoozedBy',
      'c.needsAnswerSince',
      sql<boolean>`exists (
        select from conversation_unread_marks k
        where k.tenant_id = ${tx.tenantId} and k.user_id = ${actor.userId} and k.conversation_id = c.id
      )`.as('isMarkedUnread'),
    ])
  const rows = await (lock === 'change' ? states.forNoKeyUpdate() : states).execute()
  return new Map(rows.map(({ id, ...state }) => [id, state]))
}

/** Finds the previous states of conversations or contacts that a bulk action changed. */
export async function findPreviousStates<State = PreviousState>(
  tx: TenantTx,
  bulkActionId: string,
  ids: readonly string[],
): Promise<Map<string, State>> {
  const rows = await tx
    .selectFrom('bulkActionItems')
    .where('tenantId', '=', tx.tenantId)
    .where('bulkActionId', '=', bulkActionId)
    .where(sql<boolean>`item_id = any(${[...ids]}::uuid[])`)
    .where('before', 'is not', null)
    .select(['itemId', 'before'])
    .execute()
  return new Map(rows.map(({ itemId, before }) => [itemId, before as State]))
}
