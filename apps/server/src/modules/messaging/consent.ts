import type { TenantTx } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'

interface ConsentWord {
  contactPhone: string
  tenantPhone: string
  kind: 'opt-out' | 'opt-in' | 'help'
  source: 'text' | 'carrier'
  /** What was said, as proof. */
  wording: string
  messageId: string | null
  at: string
}

/** Keeps the proof, and the last word of this pair of numbers. */
export async function recordConsent(tx: TenantTx, word: ConsentWord): Promise<void> {
  const { contactPhone, tenantPhone, kind, source, wording, messageId, at } = word
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
