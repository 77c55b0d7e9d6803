import type { AuditAction } from '@frontdesk/contract/rules'
import type { TenantTx } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'

interface AuditEntry {
  action: AuditAction
  /** Null: the system, by an automatic rule. */
  actor: { userId: string; displayName: string } | null
  /** The object of the action, as the business would call it. */
  subject: string
  /** Details of the change. Must not contain secrets, texts or contacts' phone numbers. */
  data?: Record<string, string | number | boolean | null>
  address?: string
  /** Locations that subject and data belong to; the entry is visible to users with all of them. */
  locationIDs?: readonly string[] | null
  at: string
}

/** Records an audit entry in the transaction of the action. */
export async function recordAudit(
  tx: TenantTx,
  { action, actor, subject, data, address, locationIDs, at }: AuditEntry,
): Promise<void> {
  await tx
    .insertInto('auditEntries')
    .values({
      tenantId: tx.tenantId,
      id: newId(),
      action,
      actorUserId: actor?.userId ?? null,
      actorName: actor?.displayName ?? 'Frontdesk',
      subject,
      data: JSON.stringify(data ?? {}),
      address: address ?? null,
      locationIds: locationIDs ? [...new Set(locationIDs)] : null,
      createdAt: at,
    })
    .execute()
}
