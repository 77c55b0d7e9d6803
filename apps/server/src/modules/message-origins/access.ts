import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { stateTextOf } from '../messaging/index.ts'
import { selectMessagesWithPair } from '../number-pairs/index.ts'
import { isVisible } from '../visibility/index.ts'

export type SentMessage = Awaited<ReturnType<typeof accessSentMessage>>

/** The only way from an id to a message that was sent or is about to be. */
export async function accessSentMessage(tx: TenantTx, actor: Actor, id: string) {
  const message = await selectMessagesWithPair(tx)
    .leftJoin('contacts as t', (join) => join.on('t.tenantId', '=', tx.tenantId).onRef('t.id', '=', 'c.contactId'))
    .leftJoin('locations as l', (join) => join.on('l.tenantId', '=', tx.tenantId).onRef('l.id', '=', 'c.locationId'))
    .where('m.id', '=', id)
    .where('m.isOutgoing', '=', true)
    .where(sql<boolean>`m.type in ('text', 'media')`)
    .where(isVisible(actor, 'c'))
    .select(['m.id', 'm.conversationId', 'm.author', 'm.authorUserId', 'm.purpose', 'm.isMarketing', 'm.origin'])
    .select(['m.createdAt', 'm.claimedAt', 'm.deliveryStatus', 'c.contactId', 't.countryCode', 'l.timeZone'])
    .select(stateTextOf(tx).as('stateText'))
    .executeTakeFirst()
  if (!message) throw new AppError('MessageNotFound')
  return message
}
