import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { findCredits } from '../payments-ledger/index.ts'
import { contactIdsOf } from './access.ts'
import type { DocumentRow } from './rows.ts'

/** Finds credit of the contact of a document to use, and locks it: it may be at several of their numbers. */
export async function findCreditToUse(
  tx: TenantTx,
  document: DocumentRow,
  amount: number,
): Promise<{ contactId: string; amount: number }[]> {
  const credits = await findCredits(tx, await contactIdsOf(tx, document), document.currency, 'change')
  let left = amount
  const used = credits.flatMap((credit) => {
    const part = Math.min(left, credit.amount)
    left -= part
    return part > 0 ? [{ contactId: credit.contactId, amount: part }] : []
  })
  if (left > 0) throw new AppError('CreditTooLow')
  return used
}
