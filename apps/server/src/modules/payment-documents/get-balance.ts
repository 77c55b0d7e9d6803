import type { ContactBalance } from '@frontdesk/contract/api'
import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { accessContact } from '../contacts/index.ts'
import { contactIdsOf, documentsOf } from './access.ts'
import { findUsableCredits } from './lock-credit.ts'
import { currencyOf } from './rows.ts'

/** Due amount and credit of a contact by currency, at the actor’s locations. */
export async function getBalance(tx: TenantTx, actor: Actor, contactID: string): Promise<ContactBalance[]> {
  const { id } = await accessContact(tx, actor, contactID)
  const ids = await contactIdsOf(tx, { contactId: id })
  const due = await documentsOf(tx, actor)
    .where(sql<boolean>`d.contact_id = any(${ids}::uuid[])`)
    .where('d.kind', '=', 'request')
    .where('d.stage', 'in', ['sent', 'sent-reminder', 'viewed', 'approved'])
    .whereRef('d.paidAmount', '<', 'd.totalAmount')
    .groupBy('d.currency')
    .select('d.currency')
    .select(sql<string>`sum(d.total_amount - d.paid_amount)`.as('amount'))
    .execute()
  const credits = await findUsableCredits(tx, actor, ids)
  const currencies = new Set([...due, ...credits].map(({ currency }) => currency))
  const sum = (rows: readonly { currency: string; amount: string | number }[], currency: string) =>
    rows.filter((row) => row.currency === currency).reduce((total, row) => total + Number(row.amount), 0)
  return [...currencies].toSorted().map((currency) => ({
    currency: currencyOf({ currency }),
    dueAmount: sum(due, currency),
    creditAmount: sum(credits, currency),
  }))
}
