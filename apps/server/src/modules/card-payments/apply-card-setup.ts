import type { TenantTx } from '../../platform/database/database.ts'
import type { RemoteCardSetup, RemoteCheckout } from '../payment-accounts/index.ts'
import { insertCard } from './card-rows.ts'
import { setSetupState } from './card-setups.ts'
import { isUuid } from './charge-rows.ts'
import { cardDeclined, cardKept } from './events.ts'

/** Applies the provider’s state of a page on which a contact leaves a card on file. Safe to run twice. */
export async function applyCardSetup(tx: TenantTx, { id, state, card, reference }: RemoteCheckout): Promise<void> {
  const { tenantId, documentId, rowId } = reference
  if (tenantId !== tx.tenantId || documentId !== null || !isUuid(rowId) || state === 'open') return
  const setup = await lockSetup(tx, rowId)
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

/** Records that the bank declined a card, once for each attempt. The page stays open for another card. */
export async function applyDeclinedCard(tx: TenantTx, { reference, declinedAttempt }: RemoteCardSetup): Promise<void> {
  const { tenantId, rowId } = reference
  if (tenantId !== tx.tenantId || !isUuid(rowId) || declinedAttempt === null) return
  const setup = await lockSetup(tx, rowId)
  // A card was kept, or the page was closed, before this was read.
  if (setup?.state !== 'creating' && setup?.state !== 'open') return
  if (setup.declinedAttempt === declinedAttempt) return
  await tx
    .updateTable('paymentCardSetups')
    .set({ declinedAttempt, declinedAt: tx.now() })
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', rowId)
    .execute()
  await cardDeclined.record(tx, { at: tx.now(), data: { setupID: rowId } })
}

const lockSetup = (tx: TenantTx, id: string) =>
  tx
    .selectFrom('paymentCardSetups')
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', id)
    .selectAll()
    .forNoKeyUpdate()
    .executeTakeFirst()
