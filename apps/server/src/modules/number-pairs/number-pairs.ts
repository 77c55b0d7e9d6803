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
type WithPairs = NumberPair & {
  merged: readonly NumberPair[] | null
  /** Set by `throughPair`: the pair that its texts go through. */
  viaId?: string | undefined
}

/**
 * A conversation as one of its contacts has it: with the contact of this pair, through which texts go. In a merged one
 * that is not always the contact of its own number.
 */
export function throughPair<
  Conversation extends NumberPair & {
    contactId: string
    contactName: string
    contactLanguage: string | null
    merged: readonly (NumberPair & { contactId: string; name: string; language: string | null })[] | null
  },
>(conversation: Conversation, viaId: string | null): Conversation & { viaId: string } {
  const pair = conversation.merged?.find(({ id }) => id === viaId)
  if (!pair) return { ...conversation, viaId: conversation.id }
  const { contactId, name: contactName, language: contactLanguage } = pair
  return { ...conversation, viaId: pair.id, contactId, contactName, contactLanguage }
}

/** The pair of a merged conversation, or the conversation's own. One that was unmerged in the meantime is not found. */
export function pairBy({ id, contactPhone, tenantPhone, merged }: WithPairs, viaId: string | null): Pair {
  if (viaId === null || viaId === id) return { viaId: null, contactPhone, tenantPhone }
  const pair = merged?.find((each) => each.id === viaId)
  if (!pair) throw new AppError('NotMerged')
  return { viaId, contactPhone: pair.contactPhone, tenantPhone: pair.tenantPhone }
}

/**
 * The number pair of a reply: the requested one or that of `throughPair`, otherwise the one used last, or one of the
 * contact it has to reach.
 */
export async function choosePair(
  tx: TenantTx,
  conversation: WithPairs,
  viaId: string | undefined = conversation.viaId,
  toPhones: readonly string[] | undefined = undefined,
): Promise<Pair> {
  if (viaId !== undefined) return pairBy(conversation, viaId)
  if (!conversation.merged) return pairBy(conversation, null)
  const last = await findLastPair(tx, conversation)
  if (!toPhones || toPhones.includes(last.contactPhone)) return last
  const other = [conversation, ...conversation.merged].find(({ contactPhone }) => toPhones.includes(contactPhone))
  return other ? pairBy(conversation, other.id) : last
}

async function findLastPair(tx: TenantTx, conversation: WithPairs): Promise<Pair> {
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

/** A query of the messages `m` with their number pair: that of their conversation `c`, or of `v`, merged into it. */
export const selectMessagesWithPair = (tx: TenantTx) =>
  tx
    .selectFrom('messages as m')
    .innerJoin('conversations as c', (join) =>
      join.on('c.tenantId', '=', tx.tenantId).onRef('c.id', '=', 'm.conversationId'),
    )
    .leftJoin('mergedConversations as v', (join) =>
      join.on('v.tenantId', '=', tx.tenantId).onRef('v.id', '=', 'm.viaConversationId'),
    )
    .where('m.tenantId', '=', tx.tenantId)
    .select(({ fn }) => [
      fn.coalesce('v.contactPhone', 'c.contactPhone').as('contactPhone'),
      fn.coalesce('v.tenantPhone', 'c.tenantPhone').as('tenantPhone'),
      // The pair it was received or sent by, which is not always the conversation's own.
      fn.coalesce('v.phoneNumberId', 'c.phoneNumberId').as('phoneNumberId'),
    ])

/** The numbers of the contacts in a thread. */
export const contactPhonesOf = ({ contactPhone, merged }: WithPairs): string[] => [
  contactPhone,
  ...(merged ?? []).map((pair) => pair.contactPhone),
]

/** The id of a conversation, or of the one it was merged into. */
export const resolveMergedConversation = async (tx: TenantTx, id: string): Promise<string> =>
  (await resolveMergedConversations(tx, [id])).get(id) ?? id

/** The ids that conversations were merged into, by their own; absent if they were not merged. */
export async function resolveMergedConversations(tx: TenantTx, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await tx
    .selectFrom('mergedConversations')
    .where('tenantId', '=', tx.tenantId)
    .where(sql<boolean>`id = any(${[...ids]}::uuid[])`)
    .select(['id', 'intoId'])
    .execute()
  return new Map(rows.map(({ id, intoId }) => [id, intoId]))
}

/** SQL: all numbers of the contact `t`, from any of its rows. */
export const contactPhones = () => sql<string[]>`(t.phone || t.other_phones)`

/**
 * SQL: the ids of the conversations with one of these numbers of a contact, and of those that such were merged into.
 */
export const threadIdsOf = (tx: TenantTx, phones: RawBuilder<unknown>) => sql`
  select o.id from conversations o where o.tenant_id = ${tx.tenantId} and o.contact_phone = any(${phones})
  union all
  select v.into_id from merged_conversations v where v.tenant_id = ${tx.tenantId} and v.contact_phone = any(${phones})`

/** SQL: whether a conversation `c` is one of these. As an array, so that an index finds them. */
export const isThreadOf = (tx: TenantTx, phones: RawBuilder<unknown>) =>
  sql<boolean>`c.id = any(array(${threadIdsOf(tx, phones)}))`
