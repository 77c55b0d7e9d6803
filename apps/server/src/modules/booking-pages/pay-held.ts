import type { contract, PageVisit } from '@frontdesk/contract/api'
import { BOOKING_PAGE_PATH } from '@frontdesk/contract/rules'
import type { InferContractRouterInputs } from '@orpc/contract'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import { agreeToTerms, endUnpaidSpec, findTerms, openPaymentPage } from '../booking-payments/index.ts'
import { endHold, lockVisitByClientId } from '../bookings/index.ts'
import { findOrAddContact, type Proof } from './book.ts'
import type { BookingPageDeps } from './deps.ts'
import { readPageConfigs } from './page.ts'
import { lockHeld } from './send-code.ts'
import { describeVisit } from './visits.ts'

type Request = Omit<InferContractRouterInputs<typeof contract>['bookingPages']['pay'], 'language'> & {
  language?: 'en' | 'es' | 'fr' | undefined
}

const PROVIDER_ERRORS = {
  'not-enabled': 'PaymentsNotEnabled',
  unavailable: 'PaymentProviderUnavailable',
  expired: 'HoldExpired',
  // Already paid, and about to be booked.
  'nothing-due': 'ChangedMeanwhile',
  processing: 'ChangedMeanwhile',
} as const

/** Returns the provider’s page on which a verified visitor pays for the held visit, or leaves a card on file for it. */
export async function payHeld(
  deps: BookingPageDeps,
  tenant: { tenantId: string },
  { slug, clientBookingId, language = 'en', wording }: Request,
): Promise<{ url: string; visit: PageVisit }> {
  const cancelUrl = `${deps.publicUrl()}${BOOKING_PAGE_PATH}${slug}/held/${clientBookingId}/payment?lang=${language}`
  const urls = { returnUrl: `${cancelUrl}&from=checkout`, cancelUrl }
  const { terms, visit } = await deps.inTenant(tenant, async (tx) => {
    await readPageConfigs(tx)
    const held = await lockHeld(tx, { clientBookingId })
    const contactId = async () => findOrAddContact(tx, await findProof(tx, held.id), held.locationId)
    const agreed = await agreeToTerms(deps, tx, held, { contactId, language, wording, ...urls })
    return { terms: agreed, visit: await describeVisit(deps, tx, await lockHeld(tx, { clientBookingId })) }
  })
  const outcome = await openPaymentPage(deps, tenant, terms, urls)
  if ('error' in outcome) throw new AppError(PROVIDER_ERRORS[outcome.error])
  return { url: outcome.url, visit }
}

/** The verified visitor’s input. */
async function findProof(tx: TenantTx, bookingId: string): Promise<Proof> {
  const terms = await findTerms(tx, bookingId)
  const proof = terms && terms.proofId !== null && (await readProof(tx, terms.proofId))
  if (!proof) throw new AppError('HoldExpired')
  return proof
}

/** Undefined once it was deleted. */
export const readProof = (tx: TenantTx, id: string): Promise<Proof | undefined> =>
  tx.selectFrom('bookingProofs').where('tenantId', '=', tx.tenantId).where('id', '=', id).selectAll().executeTakeFirst()

/** Releases a held time; false if it is already booked or no longer held. */
export async function releaseHeld(tx: TenantTx, clientBookingId: string): Promise<boolean> {
  const booking = await lockVisitByClientId(tx, clientBookingId)
  if (booking?.status !== 'held') return false
  const terms = await findTerms(tx, booking.id)
  // A job closes the provider’s page first: a visitor who has just paid is booked.
  if (terms?.state === 'paying' || terms?.state === 'agreeing')
    await enqueue(tx, endUnpaidSpec(tx.tenantId, booking.id))
  else await endHold(tx, booking)
  return true
}
