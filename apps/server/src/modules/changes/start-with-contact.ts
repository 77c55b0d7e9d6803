import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { changeContacts, contactIdsByPhone } from '../contact-rows/index.ts'
import { contactChanged } from '../conversations/events.ts'
import {
  type ConversationDeps,
  findOwnConversation,
  type OwnConversationRow,
  phonesOf,
  startConversation,
} from '../conversations/index.ts'
import { seesNumber } from '../visibility/index.ts'
import { lockConversationsOfNumbers, refreshConversations } from './conversations-of-number.ts'

/** Like `startConversation`, and names the contact of the number if it has no name yet. */
export async function startWithContact(
  deps: ConversationDeps,
  tx: TenantTx,
  actor: Actor,
  request: Parameters<typeof startConversation>[3],
): Promise<OwnConversationRow> {
  const conversation = await startConversation(deps, tx, actor, request)
  const { contactName } = request
  const { contactPhone } = phonesOf(request)
  // In a merged conversation the number may belong to another contact.
  const isOwn = contactPhone === conversation.contactPhone
  if (contactName === '' || (isOwn && conversation.contactName !== '')) return conversation
  if (!(await seesNumber(tx, actor, contactPhone))) return conversation
  const threads = await lockConversationsOfNumbers(tx, [contactPhone])
  const at = tx.now()
  const named = await changeContacts(
    tx,
    { userId: actor.userId, at },
    {
      set: { name: sql`${contactName}` },
      where: sql`t.id = any(${contactIdsByPhone(tx, [contactPhone])}) and t.name = ''`,
    },
  )
  if (named.length > 0)
    await refreshConversations(deps, tx, threads, { event: contactChanged.of(), at, actorUserId: actor.userId })
  const after = await findOwnConversation(tx, actor, conversation.id)
  if (!after) throw new AppError('ConversationNotFound')
  return after
}
