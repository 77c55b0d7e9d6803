import type { Conversation } from '@frontdesk/contract/api'
import { fromSid } from '@frontdesk/contract/rules'
import { type RawBuilder, sql } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'

/** A contact's number and one of ours. A merged thread has several; `viaId` says whose, null being its own. */
export interface Pair {
  viaId: string | null
  contactPhone: string
  tenantPhone: string
}

/** The pair of a merged conversation, or the thread's own. What was taken out meanwhile is not there any more. */
export function pairBy(conversation: Conversation, viaId: string | null): Pair {
  if (viaId === null || viaId === fromSid(conversation.sid))
    return { viaId: null, contactPhone: conversation.phoneNumber, tenantPhone: conversation.tenantPhoneNumber }
  const merged = conversation.merged?.find(({ sid }) => fromSid(sid) === viaId)
  if (!merged) throw new AppError('NotMerged')
  return { viaId, contactPhone: merged.phoneNumber, tenantPhone: merged.tenantPhoneNumber }
}

/** Which pair an answer goes by: the one that was asked for, else the one last written on. */
export async function choosePair(
  tx: TenantTx,
  conversation: Conversation,
  viaSid: string | undefined = undefined,
): Promise<Pair> {
  if (viaSid !== undefined) return pairBy(conversation, fromSid(viaSid))
  if (!conversation.merged) return pairBy(conversation, null)
  const { rows } = await sql<{ viaId: string | null }>`
    select m.via_conversation_id as "viaId" from messages m
    where m.tenant_id = ${tx.tenantId} and m.conversation_id = ${fromSid(conversation.sid)} and m.type in ('text', 'media')
    order by m.index desc limit 1`.execute(tx)
  return pairBy(conversation, rows[0]?.viaId ?? null)
}

/** SQL: the pair of numbers of a message `m`, from its conversation `c` or from `v`, what was merged into that. */
export const PAIR_OF_MESSAGE = sql`coalesce(v.contact_phone, c.contact_phone) as "contactPhone",
  coalesce(v.tenant_phone, c.tenant_phone) as "tenantPhone"`

export const withPair = (tx: TenantTx) => sql`
  join conversations c on c.tenant_id = ${tx.tenantId} and c.id = m.conversation_id
  left join merged_conversations v on v.tenant_id = ${tx.tenantId} and v.id = m.via_conversation_id`

/** Where a conversation stands now: itself, or the one it was merged into. */
export async function resolveMergedConversation(tx: TenantTx, id: string): Promise<string> {
  const merged = await tx
    .selectFrom('mergedConversations')
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', id)
    .select('intoId')
    .executeTakeFirst()
  return merged?.intoId ?? id
}

/** SQL: whether a conversation `c` is with this number of a contact, or was merged with one that is. */
export const isThreadOf = (tx: TenantTx, phone: RawBuilder<unknown>) => sql<boolean>`c.id in (
  select o.id from conversations o where o.tenant_id = ${tx.tenantId} and o.contact_phone = ${phone}
  union all
  select v.into_id from merged_conversations v where v.tenant_id = ${tx.tenantId} and v.contact_phone = ${phone}
)`
