import type { TenantTx } from '../../platform/database/database.ts'
import type { RemoteCheckout } from '../payment-accounts/index.ts'
import { insertCard } from './card-rows.ts'
import { setSetupState } from './card-setups.ts'
import { isUuid } from './charge-rows.ts'
import { cardKept } from './events.ts'

/** Applies the provider’s state of a page on which a contact leaves a card on file. Safe to run twice. */
export async function applyCardSetup(tx: TenantTx, { id, state, card, reference }: RemoteCheckout): Promise<void> {
  const { tenantId, documentId, rowId } = reference
  if (tenantId !== tx.tenantId || documentId !== null || !isUuid(rowId) || state === 'open') return
  const setup = await tx
    .selectFrom('paymentCardSetups')
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', rowId)
    .selectAll()
    .forNoKeyUpdate()
    .executeTakeFirst()
  // A page that was closed here may have been completed in the same moment.
  if (!setup || setup.cardId !== null) return
  if (!card || state !== 'completed') {
    await setSetupState(tx, rowId, 'expired')
    return
  }
  const { contactId, consentText, createdAt: consentAt, accountId } = setup
  const cardId = await insertCard(tx, card, { contactId, consentText, consentAt, accountId, paymentId: null })
  await tx
    .updateTable('paymentCardSetups')
    .set({ state: 'completed', cardId, sessionId: id })
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', rowId)
    .execute()
  await cardKept.record(tx, { at: tx.now(), data: { setupID: rowId } })
}
