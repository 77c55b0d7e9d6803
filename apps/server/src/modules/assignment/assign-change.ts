import type { LogUpdate } from '@frontdesk/contract/api'
import { conversationRules } from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { findTeammate, mayHave } from '../assignees/index.ts'
import { type ChangeStep, defineChange, groupByPrevious } from '../changes/index.ts'
import { conversationAssigned } from '../conversations/events.ts'

interface Assign {
  /** Null unassigns. */
  toUser: { id: string; name: string } | null
  /** Shown with the update in the thread. */
  note?: string | undefined
  /** The rule of the business that assigns it. */
  rule?: 'turn' | 'unanswered' | 'reopened'
}

export function assignUpdate({ toUser, note, rule }: Assign): LogUpdate {
  const kind = toUser === null ? 'unassigned' : rule === 'unanswered' ? 'reassigned' : 'assigned'
  return { kind, value: toUser?.name ?? null, ...(note && { note }) }
}

export const assigned = (input: Assign): ChangeStep => ({
  set: { assigneeId: input.toUser?.id ?? null },
  event: conversationAssigned.of(input.rule && { by: input.rule }),
  update: assignUpdate(input),
  // The note reaches the assignee even if a teammate has just assigned it to the same person.
  isRepeatable: input.note !== undefined && input.note !== '',
})

/** SQL: whether the location of the row `c` is one that the assignee may see. */
export const isAssignable = (tx: TenantTx, { toUser }: Pick<Assign, 'toUser'>) =>
  toUser === null
    ? sql<boolean>`true`
    : sql<boolean>`exists (
        select from users u where u.tenant_id = ${tx.tenantId} and u.id = ${toUser.id} and ${mayHave(tx, sql.ref('c.location_id'))}
      )`

export const assignChange = defineChange<'assign', Assign>({
  kind: 'assign',
  isAllowed: (viewer, { toUserId }) => conversationRules.assign(viewer, toUserId),
  check: async (tx, actor, { toUserId }) => {
    if (!conversationRules.assign(actor, toUserId)) throw new AppError('ConversationsUnassignable')
    if (toUserId === null) return null
    const user = await findTeammate(tx, toUserId)
    if (!user) throw new AppError('AssigneeUnknown')
    return user.displayName
  },
  load: async (_tx, { toUserId, value }) => ({
    toUser: toUserId === null ? null : { id: toUserId, name: value ?? '' },
  }),
  apply: (run, ids, input) => run.step(ids, { ...assigned(input), only: isAssignable(run.tx, input) }),
  undo: async (run, previous, applied) => {
    const groups = groupByPrevious(previous, ({ toUserId }) => toUserId)
    const names = await findNames(run.tx, [...groups.keys()])
    for (const [toUserId, ids] of groups) {
      const input = { toUser: toUserId === null ? null : { id: toUserId, name: names.get(toUserId) ?? '' } }
      await run.step(ids, {
        ...assigned(input),
        only: sql`(c.to_user_id is not distinct from ${applied.toUser?.id ?? null}::uuid and ${isAssignable(run.tx, input)})`,
      })
    }
  },
})

async function findNames(tx: TenantTx, userIds: (string | null)[]): Promise<Map<string, string>> {
  const ids = userIds.flatMap((id) => id ?? [])
  if (ids.length === 0) return new Map()
  const users = await tx
    .selectFrom('users')
    .where('tenantId', '=', tx.tenantId)
    .where('id', 'in', ids)
    .select(['id', 'displayName'])
    .execute()
  return new Map(users.map(({ id, displayName }) => [id, displayName]))
}
