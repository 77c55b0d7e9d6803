import type { contract } from '@frontdesk/contract/api'
import { consentTextIn, HOLD_MINUTES, type PageLanguage, readPhone } from '@frontdesk/contract/rules'
import type { InferContractRouterInputs } from '@orpc/contract'
import { shift } from '../../platform/clock.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import {
  type BookingRow,
  checkAnswers,
  findBookingItems,
  findTextingNumber,
  isHeld,
  lockVisitByClientId,
} from '../bookings/index.ts'
import { CarrierError } from '../messaging/index.ts'
import { lookUpNumber } from '../phone-numbers/index.ts'
import type { BookingPageDeps } from './deps.ts'
import type { PageLimits } from './limits.ts'
import { mayTextCode } from './may-text-code.ts'
import { findPlace, readPageConfigs } from './page.ts'
import { sendBookingCodeSpec } from './send-code-spec.ts'

type Request = Omit<InferContractRouterInputs<typeof contract>['bookingPages']['sendCode'], 'slug'> & {
  email: string
  note: string
  answers: { question: string; answer: string }[]
  agreesToMarketing: boolean
  language: PageLanguage
}

interface Origin {
  address: string
  pageUrl: string
}

const MINUTE_MS = 60_000

/**
 * Stores the visitor’s input and texts them a code. Numbers that opted out or are blocked get the same response but no
 * text, so that the page does not reveal who is a contact. Landlines and foreign numbers are refused, which reveals
 * nothing about contacts.
 */
export async function sendCode(
  deps: BookingPageDeps,
  limits: PageLimits,
  tenant: { tenantId: string },
  request: Request,
  { address, pageUrl }: Origin,
): Promise<{ phone: string }> {
  // Before the limits and the carrier lookup, which costs money.
  const phone = await deps.inTenant(tenant, async (tx) => {
    const allowed = await readAllowedPhone(tx, request)
    await readAnswers(tx, await lockHeld(tx, request), request.answers)
    return allowed
  })
  await limits.countCode({ ...tenant, phone, address })
  // Outside of the transaction, because it sends a request to the carrier.
  const lookup = await lookUpNumber(deps, tenant, phone).catch((error: unknown) => {
    if (!(error instanceof CarrierError)) throw error
    return null
  })
  if (lookup && (!lookup.isValid || lookup.lineType === 'landline' || lookup.lineType === 'tollFree'))
    throw new AppError('NumberNotTextable')
  await deps.inTenant(tenant, async (tx) => {
    const { consentText } = await readPageConfigs(tx)
    const held = await lockHeld(tx, request)
    const answers = await readAnswers(tx, held, request.answers)
    // Refused for everyone alike, so that the response does not reveal who has a conversation at another location.
    if ((await findPlace(tx, held.locationId)).phoneNumber === null) throw new AppError('NumberNotTextable')
    const tenantPhone = await findTextingNumber(tx, { phone, locationId: held.locationId })
    if (tenantPhone === undefined) throw new AppError('NumberNotTextable')
    const id = newId()
    await tx
      .insertInto('bookingProofs')
      .values({
        tenantId: tx.tenantId,
        id,
        bookingId: held.id,
        phone,
        tenantPhone,
        name: request.name,
        email: request.email === '' ? null : request.email,
        note: request.note,
        answers: JSON.stringify(answers),
        consentWording:
          request.agreesToMarketing && consentText !== '' ? consentTextIn(consentText, request.language) : null,
        pageUrl: pageUrl.slice(0, 500),
        ipAddress: address,
        createdAt: tx.now(),
        expiresAt: shift(tx.now(), HOLD_MINUTES * MINUTE_MS),
      })
      .execute()
    if (await mayTextCode(tx, { phone, tenantPhone }))
      await enqueue(tx, sendBookingCodeSpec({ tenantId: tx.tenantId, id, language: request.language }))
  })
  return { phone }
}

/** Locks a held time; fails once it is no longer held. */
export async function lockHeld(tx: TenantTx, { clientBookingId }: { clientBookingId: string }): Promise<BookingRow> {
  const held = await lockVisitByClientId(tx, clientBookingId)
  if (!held || !isHeld(tx, held)) throw new AppError('HoldExpired')
  return held
}

async function readAllowedPhone(
  tx: TenantTx,
  { phone: typed, country }: { phone: string; country: string },
): Promise<string> {
  const { countries } = await readPageConfigs(tx)
  const parsed = readPhone(typed, country)
  if (!parsed?.isValid) throw new AppError('PhoneNumberInexistent')
  if (parsed.country === null || !countries.includes(parsed.country)) throw new AppError('NumberNotTextable')
  return parsed.phone
}

async function readAnswers(tx: TenantTx, { id }: BookingRow, answers: Request['answers']): Promise<Request['answers']> {
  const items = await findBookingItems(tx, [id])
  return checkAnswers(
    tx,
    items.flatMap(({ serviceId }) => serviceId ?? []),
    { answers },
  )
}
