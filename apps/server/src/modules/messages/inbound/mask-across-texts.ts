import { maskCardsAcross } from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import { shift } from '../../../platform/clock.ts'
import type { TenantTx } from '../../../platform/database/database.ts'
import { announce, type ConversationDeps } from '../../conversations/index.ts'
import { isThreadOf } from '../../number-pairs/index.ts'
import { findMessages, lockMessage, messageChanged } from '../../threads/index.ts'
import { cardNumberMasked } from '../events.ts'

/** How long ago the first part of a number may have arrived. */
const JOINED_MS = 5 * 60_000
const JOINED_MAX = 4

/** Cheap, because most texts do not begin with a digit. */
export const mayContinueCard = (body: string): boolean => /^\s*\p{Nd}/u.test(body)

interface Text {
  from: string
  body: string
  providerSid: string
  at: string
}

/**
 * Masks the number of a card that a contact texts in parts, in this text and in the ones before it. Returns what this
 * text is stored as.
 */
export async function maskAcrossTexts(deps: ConversationDeps, tx: TenantTx, text: Text): Promise<string> {
  const earlier = await findEarlierTexts(tx, text)
  // Mask the shortest run of texts that forms a number: earlier texts may contain other numbers.
  for (let count = 1; count <= earlier.length; count++) {
    const joined = earlier.slice(-count)
    const masked = maskCardsAcross([...joined.map(({ body }) => body), text.body])
    if (!masked) continue
    for (const [index, { id, body }] of joined.entries()) {
      const after = masked[index] ?? body
      if (after !== body) await replaceBody(deps, tx, id, after)
    }
    return masked.at(-1) ?? text.body
  }
  return text.body
}

/** The latest texts of the contact, oldest first. */
async function findEarlierTexts(
  tx: TenantTx,
  { from, providerSid, at }: Text,
): Promise<{ id: string; body: string }[]> {
  const since = shift(at, -JOINED_MS)
  const rows = await tx
    .selectFrom('conversations as c')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('messages as m')
          .where('m.tenantId', '=', tx.tenantId)
          .whereRef('m.conversationId', '=', 'c.id')
          .where('m.author', '=', from)
          .where('m.isOutgoing', '=', false)
          .where('m.type', 'in', ['text', 'media'])
          .where('m.createdAt', '>', since)
          .where(sql<boolean>`m.provider_sid is distinct from ${providerSid}`)
          .orderBy('m.index', 'desc')
          .limit(JOINED_MAX)
          .select(['m.id', 'm.body', 'm.createdAt', 'm.index'])
          .as('m'),
      (join) => join.onTrue(),
    )
    .where('c.tenantId', '=', tx.tenantId)
    .where(isThreadOf(tx, sql`${[from]}::text[]`))
    .where('c.latestMessageAt', '>', since)
    .orderBy('m.createdAt', 'desc')
    .orderBy('m.index', 'desc')
    .limit(JOINED_MAX)
    .select(['m.id', 'm.body'])
    .execute()
  return rows.toReversed()
}

async function replaceBody(deps: ConversationDeps, tx: TenantTx, id: string, body: string): Promise<void> {
  const locked = await lockMessage(tx, null, id)
  if (!locked) return
  const { conversation, row } = locked
  await tx
    .updateTable('messages')
    // Data derived from the text contains the digits too.
    .set({ body, data: sql`data - 'translation' - 'linkPreview'`, version: sql`version + 1` })
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', id)
    .where('type', 'in', ['text', 'media'])
    .execute()
  const at = deps.now()
  const eventId = await cardNumberMasked.record(tx, {
    at,
    scope: conversation,
    conversationId: row.conversationId,
    messageId: id,
  })
  const [after] = await findMessages(tx, [id])
  if (after) tx.afterCommit(() => announce(deps, tx.tenantId, conversation, [messageChanged(eventId, at, after)]))
}
