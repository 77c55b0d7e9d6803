import type { ConsentKind, ConsentPurpose, ConsentSource } from '@frontdesk/contract/rules'
import { CONSENT_WORDING_MAX } from '@frontdesk/contract/rules'
import type { TenantTx } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'

interface ConsentRecord {
  contactPhone: string
  /** Null: all our numbers. */
  tenantPhone: string | null
  kind: ConsentKind
  purpose: ConsentPurpose | 'all'
  source: ConsentSource
  /** The contact's words, or what they agreed to, kept as evidence. */
  wording: string
  messageId?: string | undefined
  pageUrl?: string | undefined
  ipAddress?: string | undefined
  /** The teammate who recorded it. */
  recordedBy?: string | undefined
  at: string
}

/** The row of `opt_outs` that holds what was recorded for all our numbers. */
const ALL_NUMBERS = ''

/** Stores a consent event as evidence and updates the current state, which the send gate reads. */
export async function recordConsent(tx: TenantTx, consent: ConsentRecord): Promise<void> {
  const { contactPhone, tenantPhone, kind, purpose, source, messageId, pageUrl, ipAddress, recordedBy, at } = consent
  await tx
    .insertInto('consentEvents')
    .values({
      tenantId: tx.tenantId,
      id: newId(),
      contactPhone,
      tenantPhone,
      kind,
      purpose,
      source,
      messageId,
      pageUrl,
      ipAddress,
      recordedBy,
      wording: consent.wording.slice(0, CONSENT_WORDING_MAX).toWellFormed(),
      createdAt: at,
    })
    .execute()
  if (kind === 'help') return
  const isOptedOut = kind === 'opt-out'
  const state = {
    ...(purpose !== 'marketing' && { isOptedOut }),
    ...(purpose !== 'service' && { isMarketingOptedOut: isOptedOut }),
    updatedAt: at,
  }
  await tx
    .insertInto('optOuts')
    .values({ tenantId: tx.tenantId, contactPhone, tenantPhone: tenantPhone ?? ALL_NUMBERS, ...state })
    .onConflict((conflict) => conflict.columns(['tenantId', 'contactPhone', 'tenantPhone']).doUpdateSet(state))
    .execute()
  if (tenantPhone !== null) return
  await tx
    .updateTable('optOuts')
    .set(state)
    .where('tenantId', '=', tx.tenantId)
    .where('contactPhone', '=', contactPhone)
    .execute()
}
