import { toSid } from '@frontdesk/contract/rules'
import { type NotNull, sql } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'
import { forTenant } from '../../platform/database/for-tenant.ts'
import { markHasConversation } from '../contact-rows/index.ts'
import { deleteContents } from '../files/index.ts'
import { optOutUndecided, rememberAutomatedTexts } from '../messaging/index.ts'
import { DELETE_DELTAS } from '../totals/index.ts'
import { roomsFor } from '../visibility/index.ts'
import { rememberDeletedTexts } from './deleted-texts.ts'
import type { ConversationDeps } from './deps.ts'
import { conversationDeleted } from './events.ts'

/** Deletes locked conversations with their messages, files, drafts and totals, and removes them from open screens. */
export async function deleteConversations(
  deps: ConversationDeps,
  tx: TenantTx,
  actor: { userId: string },
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return
  await deps.closeBookingOffers(tx, ids)
  const isDeleted = sql<boolean>`owner.conversation_id = any(${[...ids]}::uuid[])`
  const storedFiles = tx
    .selectFrom('files as f')
    .where('f.tenantId', '=', tx.tenantId)
    .where('f.storageKey', 'is not', null)
    .select('f.storageKey')
    .$narrowType<{ storageKey: NotNull }>()
  // Two queries, as each of the two references has its own index.
  const files = await storedFiles
    .innerJoin('messages as owner', (join) =>
      join.on('owner.tenantId', '=', tx.tenantId).onRef('owner.id', '=', 'f.messageId').on(isDeleted),
    )
    .unionAll(
      storedFiles.innerJoin('scheduledMessages as owner', (join) =>
        join.on('owner.tenantId', '=', tx.tenantId).onRef('owner.id', '=', 'f.scheduledMessageId').on(isDeleted),
      ),
    )
    .execute()
  const gone = await tx
    .selectFrom('conversations as c')
    .where('c.tenantId', '=', tx.tenantId)
    .where(sql<boolean>`c.id = any(${[...ids]}::uuid[])`)
    .orderBy('c.id')
    .select(['c.id', 'c.locationId', 'c.toUserId as assigneeId', 'c.contactPhone'])
    .forUpdate()
    .execute()
  await sql`
    with gone as (
      select c.* from conversations c where c.tenant_id = ${tx.tenantId} and c.id = any(${[...ids]}::uuid[])
    ) ${forTenant(tx, (tenant) => DELETE_DELTAS('gone', tenant))}`.execute(tx)
  const at = deps.now()
  await rememberDeletedTexts(tx, ids, at)
  await rememberAutomatedTexts(tx, { conversationIds: ids })
  await optOutUndecided(tx, ids, { recordedBy: actor.userId, at })
  const COLUMNS = { messages: 'conversation_id', merged_conversations: 'into_id', conversations: 'id' }
  for (const [table, name] of Object.entries(COLUMNS)) {
    const column = sql.ref(name)
    await sql`delete from ${sql.table(table)}
      where tenant_id = ${tx.tenantId} and ${column} = any(${[...ids]}::uuid[])`.execute(tx)
  }
  await markHasConversation(
    tx,
    gone.map(({ contactPhone }) => contactPhone),
  )
  await deleteContents(tx, files)
  for (const { id: conversationId, locationId, assigneeId } of gone) {
    const scope = { locationId, assigneeId }
    const id = await conversationDeleted.record(tx, {
      at,
      scope,
      conversationId,
      actorUserId: actor.userId,
    })
    const sid = toSid('CH', conversationId)
    tx.afterCommit(() =>
      deps.push(tx.tenantId, roomsFor(scope), { type: 'conversation.gone', id, at, sid, version: null }),
    )
  }
  tx.afterCommit(deps.wake)
}
