import type { ContactFollower } from '../../platform/module.ts'

/** Cards on file stay with the contact when a number is removed from it. */
export const moveCards: ContactFollower = async (tx, { from, to }) => {
  for (const table of ['paymentCards', 'paymentCardSetups'] as const)
    await tx
      .updateTable(table)
      .set({ contactId: to })
      .where('tenantId', '=', tx.tenantId)
      .where('contactId', '=', from)
      .execute()
}
