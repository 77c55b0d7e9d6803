import type { AccountDeletion, AccountExport } from '@frontdesk/contract/api'
import type { TenantTx } from '../../platform/database/database.ts'

export async function findDeletion(tx: TenantTx): Promise<AccountDeletion | null> {
  const row = await tx
    .selectFrom('accountDeletions')
    .where('tenantId', '=', tx.tenantId)
    .select(['requestedByName', 'requestedAt', 'deleteAfter'])
    .executeTakeFirst()
  return row ?? null
}

export const exportUrl = (id: string): string => `/files/exports/${id}`

export async function findNewestExport(tx: TenantTx): Promise<AccountExport | null> {
  const row = await tx
    .selectFrom('accountExports')
    .where('tenantId', '=', tx.tenantId)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .select(['id', 'state', 'byteSize', 'createdAt', 'finishedAt'])
    .limit(1)
    .executeTakeFirst()
  if (!row) return null
  return {
    ...row,
    byteSize: row.byteSize === null ? null : Number(row.byteSize),
    url: row.state === 'ready' ? exportUrl(row.id) : null,
  }
}
