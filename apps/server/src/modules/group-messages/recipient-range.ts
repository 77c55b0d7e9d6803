import { sql } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'

/**
 * Some recipients of a message, in the order of their contacts: those after `after`, up to `last` (null: to the end).
 */
export interface RecipientRange {
  groupMessageId: string
  after: string | null
  last: string | null
}

/** The next recipients of a message. */
export async function findRange(
  tx: TenantTx,
  groupMessageId: string,
  { after, limit }: { after: string | null; limit: number },
): Promise<RecipientRange> {
  const end = await tx
    .selectFrom('groupRecipients')
    .where('tenantId', '=', tx.tenantId)
    .where('groupMessageId', '=', groupMessageId)
    .$if(after !== null, (query) => query.where('contactId', '>', after))
    .orderBy('contactId')
    .offset(limit - 1)
    .limit(1)
    .select('contactId')
    .executeTakeFirst()
  return { groupMessageId, after, last: end?.contactId ?? null }
}

/** SQL: whether the recipient `r` is in a range. */
export const isInRange = ({ groupMessageId, after, last }: RecipientRange) => sql`r.group_message_id = ${groupMessageId}
  ${after === null ? sql`` : sql`and r.contact_id > ${after}`} ${last === null ? sql`` : sql`and r.contact_id <= ${last}`}`
