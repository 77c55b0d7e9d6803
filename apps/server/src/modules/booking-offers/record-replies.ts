import { sql } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'
import type { OfferRow } from './rows.ts'

/** Records that a text of the contact was answered, so that a repeated job does nothing. */
export const recordAnswered = (tx: TenantTx, { id }: OfferRow, messageId: string): Promise<unknown> =>
  tx
    .updateTable('bookingOffers')
    .set({ answeredMessageId: messageId })
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', id)
    .execute()

/** Counts a text that chose none of the offered times. */
export const recordUnmatchedReply = (tx: TenantTx, { id }: OfferRow): Promise<unknown> =>
  tx
    .updateTable('bookingOffers')
    .set({ unmatchedReplies: sql`unmatched_replies + 1` })
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', id)
    .execute()
