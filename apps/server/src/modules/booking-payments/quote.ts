import type { BookingPaymentQuote } from '@frontdesk/contract/api'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import type { Needs } from '../../platform/module.ts'
import { accessService, type ServiceRow } from '../booking-services/index.ts'
import { accessContact } from '../contacts/index.ts'
import { isTaxExempt } from './tax-exemption.ts'
import { planTerms } from './terms.ts'

/** The payment that a teammate can request when booking these services. */
export async function quotePayment(
  deps: Needs<'paymentProvider'>,
  tx: TenantTx,
  actor: Actor,
  { serviceIDs, contactID }: { serviceIDs: string[]; contactID?: string | undefined },
): Promise<BookingPaymentQuote> {
  const services: ServiceRow[] = []
  for (const id of serviceIDs) services.push(await accessService(tx, actor, id))
  const contact = contactID === undefined ? undefined : await accessContact(tx, actor, contactID)
  const isExempt = contact !== undefined && (await isTaxExempt(tx, { contactId: contact.id }))
  const terms = await planTerms(deps, tx, services, isExempt)
  if (!terms) {
    const isRequired = services.some(({ paymentKind }) => paymentKind !== 'none')
    return { payment: null, problem: isRequired ? 'not-enabled' : null }
  }
  const { kind, amount, currency } = terms
  return kind === 'card' ? { payment: null, problem: 'card' } : { payment: { kind, amount, currency }, problem: null }
}
