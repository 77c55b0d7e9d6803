import type { TenantTx } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'

interface Consent {
  contactPhone: string
  tenantPhone: string
  kind: 'opt-out' | 'opt-in' | 'help'
  source: 'text' | 'carrier'
  /** The contact's words, kept as evidence. */
  wording: string
  messageId: string | null
  at: string
}

/** Stores a consent event as evidence and updates the current state of this number pair. */
export async function recordConsent(tx: TenantTx, consent: Consent): Promise<void> {
  const { contactPhone, tenantPhone, kind, source, wording, messageId, at } = consent
  await tx
    .insertInto('consentEvents')
    .values({
      tenantId: tx.tenantId,
      id: newId(),
      contactPhone,
      tenantPhone,
      kind,
      source,
      wording: wording.slice(0, 500),
      messageId,
      createdAt: at,
    })
    .execute()
  if (kind === 'help') return
  const isOptedOut = kind === 'opt-out'
  await tx
    .insertInto('optOuts')
    .values({ tenantId: tx.tenantId, contactPhone, tenantPhone, isOptedOut, updatedAt: at })
    .onConflict((conflict) =>
      conflict.columns(['tenantId', 'contactPhone', 'tenantPhone']).doUpdateSet({ isOptedOut, updatedAt: at }),
    )
    .execute()
}
