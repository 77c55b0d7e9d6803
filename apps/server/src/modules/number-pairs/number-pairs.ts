import { type RawBuilder, sql } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'

/** A contact's number and one of ours. A merged thread has several; `viaId` says whose, null being its own. */
export interface Pair {
  viaId: string | null
  contactPhone: string
  tenantPhone: string
}

interface NumberPair {
  id: string
  contactPhone: string
  tenantPhone: string
}

/** A conversation with the pairs of what was merged into it. */
type WithPairs = NumberPair & { merged: readonly NumberPair[] | null }

/** The pair of a merged conversation, or the conversation's own. One that was unmerged in the meantime is not found. */
export function pairBy({ id, contactPhone, tenantPhone, merged }: WithPairs, viaId: string | null): Pair {
  if (viaId === null || viaId === id) return { viaId: null, contactPhone, tenantPhone }
  const pair = merged?.find((each) => each.id === viaId)
  if (!pair) throw new AppError('NotMerged')
  return { viaId, contactPhone: pair.contactPhone, tenantPhone: pair.tenantPhone }
}

/** The number pair of a reply: the requested one, otherwise the one used last. */
export async function choosePair(
  tx: TenantTx,
  conversation: WithPairs,
  viaId: string | undefined = undefined,
): Promise<Pair> {
  if (viaId !== undefined) return pairBy(conversation, viaId)
  if (!conversation.merged) return pairBy(conversation, null)
  const latest = await tx
    .selectFrom('messages')
    .where('tenantId', '=', tx.tenantId)
    .where('conversationId', '=', conversation.id)
    .where('type', 'in', ['text', 'media'])
    .orderBy('index', 'desc')
    .limit(1)
    .select('viaConversationId')
    .executeTakeFirst()
  return pairBy(conversation, latest?.viaConversationId ?? null)
}

/** SQL: the pair of numbers of a message `m`, from its conversation `c` or from `v`, what was merged into that. */
export const PAIR_OF_MESSAGE = sql`coalesce(v.contact_phone, c.contact_phone) as "contactPhone",
  coalesce(v.tenant_phone, c.tenant_phone) as "tenantPhone"`

export const withPair = (tx: TenantTx) => sql`
  join conversations c on c.tenant_id = ${tx.tenantId} and c.id = m.conversation_id
  left join merged_conversations v on v.tenant_id = ${tx.tenantId} and v.id = m.via_conversation_id`

/** The id of a conversation, or of the one it was merged into. */
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
