import { sql } from 'kysely'
import { shift } from '../../platform/clock.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { defineCleanup } from '../../platform/jobs/clear-old-rows.job.ts'

/** Texts older than this are not fetched from the carrier again (`find-missed-texts` goes back one day). */
const KEPT_MS = 7 * 24 * 60 * 60_000

/**
 * Remembers the recent inbound texts of conversations that are about to be deleted, so that they are not stored again.
 */
export async function rememberDeletedTexts(
  tx: TenantTx,
  conversationIds: readonly string[],
  at: string,
): Promise<void> {
  await sql`
    insert into deleted_texts (tenant_id, provider_sid, deleted_at)
    select m.tenant_id, m.provider_sid, ${at}::timestamptz from messages m
    where m.tenant_id = ${tx.tenantId} and m.conversation_id = any(${[...conversationIds]}::uuid[])
      and not m.is_outgoing and m.provider_sid is not null and m.created_at > ${shift(at, -KEPT_MS)}::timestamptz
    on conflict do nothing`.execute(tx)
}

export const clearOldDeletedTexts = defineCleanup(async (tx, now, limit) => {
  const { rows } = await sql`
    delete from deleted_texts where tenant_id = ${tx.tenantId} and provider_sid in (
      select provider_sid from deleted_texts
      where tenant_id = ${tx.tenantId} and deleted_at < ${shift(now, -KEPT_MS)}::timestamptz
      limit ${limit}
    ) returning provider_sid`.execute(tx)
  return rows.length
})
