import type { contract } from '@frontdesk/contract/api'
import { PROOF_CODES_WRONG_MAX } from '@frontdesk/contract/rules'
import type { InferContractRouterInputs } from '@orpc/contract'
import { sql } from 'kysely'
import { isAfter } from '../../platform/clock.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import type { Row } from '../../platform/database/row.ts'
import { AppError } from '../../platform/errors.ts'
import { type BookingRow, bookHeldForPage, isHeld, lockVisitByClientId } from '../bookings/index.ts'
import { insertContacts, recordContactUpdated } from '../contact-rows/index.ts'
import { recordConsent } from '../messaging/index.ts'
import type { BookingPageDeps } from './deps.ts'
import { needsApproval } from './needs-approval.ts'
import { readPageConfigs } from './page.ts'
import { isProofCode } from './proof-code.ts'

type Request = Omit<InferContractRouterInputs<typeof contract>['bookingPages']['book'], 'slug'>
type Proof = Row<'bookingProofs'>

/** Books what is held for who proves their number. A repeated request returns the booking that it made. */
export async function bookProved(
  deps: BookingPageDeps,
  tenant: { tenantId: string },
  { clientBookingId, code }: Request,
): Promise<string> {
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
    if (isHeld(tx, booking)) await bookFor(deps, tx, booking, proof)
    else if (booking.contactId === null) throw new AppError('HoldExpired')
    return booking.id
  })
  if (result === null) throw new AppError('WrongProofCode')
  return result
}

async function bookFor(deps: BookingPageDeps, tx: TenantTx, held: BookingRow, proof: Proof): Promise<void> {
  const contactId = await findOrAddContact(tx, proof, held.locationId)
  const { note, answers } = proof
  const status = (await needsApproval(tx, { ...held, contactId })) ? 'requested' : 'booked'
  await bookHeldForPage(deps, tx, held, { contactId, status, note, answers })
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

/** The contact with the proved number, whose name stays as it is; a new one otherwise. */
async function findOrAddContact(tx: TenantTx, { name, phone, email }: Proof, locationId: string): Promise<string> {
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
  const { id } = await tx
    .selectFrom('contacts')
    .where('tenantId', '=', tx.tenantId)
    .where('phone', '=', phone)
    .select(({ fn }) => fn.coalesce('mainId', 'id').as('id'))
    .executeTakeFirstOrThrow()
  return id
}
