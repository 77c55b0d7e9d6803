import type { contract } from '@frontdesk/contract/api'
import { HOLD_MINUTES, PROOF_CODES_WRONG_MAX } from '@frontdesk/contract/rules'
import type { InferContractRouterInputs } from '@orpc/contract'
import { sql } from 'kysely'
import { isAfter, shift } from '../../platform/clock.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import type { Row } from '../../platform/database/row.ts'
import { AppError } from '../../platform/errors.ts'
import { ensureTerms } from '../booking-payments/index.ts'
import {
  assertBookable,
  type BookingRow,
  bookHeldForPage,
  extendHold,
  isHeld,
  lockVisitByClientId,
} from '../bookings/index.ts'
import { insertContacts, recordContactUpdated } from '../contact-rows/index.ts'
import { recordConsent } from '../messaging/index.ts'
import type { BookingPageDeps } from './deps.ts'
import { needsApproval } from './needs-approval.ts'
import { readPageConfigs } from './page.ts'
import { isProofCode } from './proof-code.ts'

type Request = Omit<InferContractRouterInputs<typeof contract>['bookingPages']['book'], 'slug'>
export type Proof = Row<'bookingProofs'>

const MINUTE_MS = 60_000

/**
 * Books the held time for a visitor who enters the right code, unless a payment or a card is required first. A repeated
 * request returns the same booking.
 */
export async function bookProved(
  deps: BookingPageDeps,
  tenant: { tenantId: string },
  { clientBookingId, code }: Request,
): Promise<{ id: string; isBooked: boolean }> {
  const result = await deps.inTenant(tenant, async (tx) => {
    await readPageConfigs(tx)
    const booking = await lockVisitByClientId(tx, clientBookingId)
    if (!booking) throw new AppError('HoldExpired')
    const proof = await lockLatestProof(tx, booking.id)
    if (!proof || !isAfter(proof.expiresAt, tx.now()) || proof.wrongCodes >= PROOF_CODES_WRONG_MAX)
      throw new AppError('ProofExpired')
    if (!isProofCode(deps.secrets.visitKey, proof.id, code)) {
      // Counted, so the transaction must not fail.
      await countWrongCode(tx, proof.id)
      return null
    }
    if (isHeld(tx, booking)) {
      const terms = await ensureTerms(deps, tx, booking, proof)
      if (terms) {
        // Check before the contact pays that the visit can be booked for them.
        if (terms.state === 'agreeing')
          await assertBookable(tx, booking, (await findContactId(tx, proof.phone)) ?? null)
        // Leave time to read the terms, counted from the hold so that entering further codes does not extend it.
        await extendHold(tx, booking, shift(booking.createdAt, 2 * HOLD_MINUTES * MINUTE_MS))
        return { id: booking.id, isBooked: false }
      }
      await bookFor(deps, tx, booking, proof)
    } else if (booking.contactId === null) throw new AppError('HoldExpired')
    return { id: booking.id, isBooked: true }
  })
  if (result === null) throw new AppError('WrongProofCode')
  return result
}

/** Books a held time for the verified visitor; if the hold has expired, only if the time is still free. */
export async function bookFor(
  deps: BookingPageDeps,
  tx: TenantTx,
  held: BookingRow,
  proof: Proof,
  paid: { refundUntil?: string; isOver?: boolean } = {},
): Promise<void> {
  const contactId = await findOrAddContact(tx, proof, held.locationId)
  const { note, answers } = proof
  const status = (await needsApproval(tx, { ...held, contactId })) ? 'requested' : 'booked'
  await bookHeldForPage(deps, tx, held, { contactId, status, note, answers, ...paid })
  if (proof.consentWording !== null)
    await recordConsent(tx, {
      contactPhone: proof.phone,
      tenantPhone: null,
      kind: 'opt-in',
      purpose: 'marketing',
      source: 'web-page',
      wording: proof.consentWording,
      pageUrl: proof.pageUrl,
      ipAddress: proof.ipAddress,
      at: tx.now(),
    })
}

const lockLatestProof = (tx: TenantTx, bookingId: string): Promise<Proof | undefined> =>
  tx
    .selectFrom('bookingProofs')
    .where('tenantId', '=', tx.tenantId)
    .where('bookingId', '=', bookingId)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .selectAll()
    .limit(1)
    .forNoKeyUpdate()
    .executeTakeFirst()

const countWrongCode = (tx: TenantTx, id: string): Promise<unknown> =>
  tx
    .updateTable('bookingProofs')
    .set({ wrongCodes: sql`wrong_codes + 1` })
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', id)
    .execute()

/** Finds the contact with the verified number and keeps its name, or adds one. */
export async function findOrAddContact(
  tx: TenantTx,
  { name, phone, email }: Proof,
  locationId: string,
): Promise<string> {
  const [added] = await insertContacts(tx, [{ name, phone, email }], {
    locationId,
    source: 'booking',
    addedBy: null,
    at: tx.now(),
  })
  if (added !== undefined) {
    await recordContactUpdated(tx, null, added)
    return added
  }
  const existing = await findContactId(tx, phone)
  if (existing === undefined) throw new Error('The contact was neither added nor found.')
  return existing
}

const findContactId = async (tx: TenantTx, phone: string): Promise<string | undefined> =>
  (
    await tx
      .selectFrom('contacts')
      .where('tenantId', '=', tx.tenantId)
      .where('phone', '=', phone)
      .select(({ fn }) => fn.coalesce('mainId', 'id').as('id'))
      .executeTakeFirst()
  )?.id
