import type { AuditAction } from '@frontdesk/contract/rules'
import type { TenantTx } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'

interface AuditEntry {
  action: AuditAction
  /** Null: the system, by an automatic rule. */
  actor: { userId: string; displayName: string } | null
  /** What it was done to, in the words its owner would use. */
  subject: string
  /** What changed; never a secret, a text or a phone number of a contact. */
  data?: Record<string, string | number | boolean | null>
  address?: string
  /** The locations the subject and the data belong to; only people with all of them can read the entry. */
  locationIDs?: readonly string[] | null
  at: string
}

/** Notes down who did what, in the transaction that does it. */
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
