import { can, DEFAULT_TEMPLATES } from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { rowIdsOfContact } from '../contact-rows/index.ts'
import { assertNotOnTrial } from '../subscription/index.ts'
import { assertSeesContact } from '../visibility/index.ts'
import type { GroupMessageDeps } from './deps.ts'
import { readInviteText } from './invite-text.ts'
import { sendBatch } from './send-group-message.job.ts'
import { startGroupMessage } from './start-group-message.ts'

/**
 * Invites one contact to leave a review: a group message of one recipient, sent in the same transaction, so that the
 * caller learns at once why it cannot be sent.
 */
export async function sendReviewInvite(
  deps: GroupMessageDeps,
  tx: TenantTx,
  actor: Actor,
  { contactId, text, id }: { contactId: string; text: string | undefined; id: string },
): Promise<{ conversationId: string | null; heldUntil: string | null }> {
  await assertNotOnTrial(tx, actor, 'review-invite', tx.now())
  await assertSeesContact(tx, actor, contactId)
  await assertMayWriteTo(tx, actor, contactId)
  const { row } = await startGroupMessage(tx, actor, {
    id,
    kind: 'review-invite',
    group: null,
    locationId: null,
    audience: { rules: [{ kind: 'selected' }], excludesOpenConversations: false },
    body: text ?? (await readInviteText(tx)).text ?? DEFAULT_TEMPLATES[0].message,
    contacts: sql`
      select coalesce(t.main_id, t.id) as id, t.id as key from contacts t where t.tenant_id = ${tx.tenantId} and t.id = ${contactId}`,
  })
  if (row.state === 'running') await sendBatch(deps, tx, row)
  const recipient = await tx
    .selectFrom('groupRecipients as r')
    .leftJoin('messages as m', (join) => join.on('m.tenantId', '=', tx.tenantId).onRef('m.id', '=', 'r.messageId'))
    .where('r.tenantId', '=', tx.tenantId)
    .where('r.groupMessageId', '=', id)
    .where(sql<boolean>`r.contact_id = any(${rowIdsOfContact(tx, contactId)})`)
    .select(['r.state', 'r.reason', 'r.heldUntil', 'm.conversationId'])
    .executeTakeFirst()
  if (!recipient) throw new AppError('ClientMessageIdReused')
  if (recipient.reason === 'no-review-link') throw new AppError('ReviewLinkMissing')
  if (recipient.state === 'skipped') throw new AppError('RecipientSkipped', { reason: recipient.reason })
  return { conversationId: recipient.conversationId, heldUntil: recipient.heldUntil }
}

/** Writing first to a contact without a conversation requires the permission to start conversations. */
async function assertMayWriteTo(tx: TenantTx, actor: Actor, contactId: string): Promise<void> {
  if (can(actor, 'convos_create_new_conversations')) return
  const contact = await tx
    .selectFrom('contacts')
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', contactId)
    .select('hasConversation')
    .executeTakeFirst()
  if (!contact?.hasConversation) throw new AppError('Forbidden', { permission: 'convos_create_new_conversations' })
}
