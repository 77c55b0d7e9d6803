import type { ContactFollower } from '../../platform/module.ts'

/** Cards on file stay with the contact when a number is removed from it. */
export const moveCards: ContactFollower = async (tx, { from, to }) => {
  await tx
    .updateTable('paymentCards')
    .set({ contactId: to })
    .where('tenantId', '=', tx.tenantId)
    .where('contactId', '=', from)
    .execute()
}
