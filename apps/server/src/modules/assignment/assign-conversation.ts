import type { LogUpdate } from '@frontdesk/contract/api'
import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import { shift } from '../../platform/clock.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { assertAssignable } from '../assignees/index.ts'
import { startChange } from '../changes/index.ts'
import {
  accessConversation,
  type ConversationDeps,
  findOwnConversation,
  type OwnConversationRow,
} from '../conversations/index.ts'
import { assignChange, assignUpdate } from './assign-change.ts'

/** The same note again within this time is a request that was sent again because its response was lost. */
const REPEAT_MS = 10 * 60_000

interface Request {
  id: string
  assigneeId: string | null
  note?: string | undefined
  isClaim?: boolean | undefined
}

/** Assigns a conversation to a teammate, or unassigns it. Null when the actor can no longer see it. */
export async function assignConversation(
  deps: ConversationDeps,
  tx: TenantTx,
  actor: Actor,
  { id, assigneeId, note, isClaim }: Request,
): Promise<OwnConversationRow | null> {
  const before = await accessConversation(tx, actor, id, 'change')
  if (isClaim && before.assigneeId !== null && before.assigneeId !== assigneeId)
    throw new AppError('AlreadyAssigned', { toUserName: before.assigneeName })
  const user = assigneeId === null ? null : await assertAssignable(tx, actor, assigneeId, before.locationId)
  const input = { toUser: assigneeId !== null && user ? { id: assigneeId, name: user.displayName } : null, note }
  const isRepeated =
    before.assigneeId === assigneeId && (!note || (await isNewestUpdate(tx, actor, id, assignUpdate(input))))
  if (!isRepeated) await assignChange.apply(startChange(deps, tx, { by: actor }), [id], input)
  return (await findOwnConversation(tx, actor, id)) ?? null
}

/** Whether the actor's newest update in the conversation is this one. */
async function isNewestUpdate(tx: TenantTx, actor: Actor, conversationId: string, update: LogUpdate): Promise<boolean> {
  const newest = await tx
    .selectFrom('messages as m')
    .where('m.tenantId', '=', tx.tenantId)
    .where('m.conversationId', '=', conversationId)
    .where('m.type', '=', 'update')
    .where('m.authorUserId', '=', actor.userId)
    .where('m.createdAt', '>', shift(tx.now(), -REPEAT_MS))
    .orderBy('m.index', 'desc')
    .limit(1)
    .select(({ eb }) => eb(sql`m.data -> 'update'`, '=', sql`${JSON.stringify(update)}::jsonb`).as('isSame'))
    .executeTakeFirst()
  return Boolean(newest?.isSame)
}
