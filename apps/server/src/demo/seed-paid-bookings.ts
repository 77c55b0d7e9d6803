import { bookingTerms, SLOT_DAYS_MAX } from '@frontdesk/contract/rules'
import type { Sandbox } from '@frontdesk/sandbox'
import type { Frontdesk } from '../app/frontdesk.ts'
import { pageOperations, proofCode } from '../modules/booking-pages/index.ts'
import type { Actor } from '../platform/actor.ts'
import { newId } from '../platform/ids.ts'

const SLUG = 'harbor-dental'
const ORIGIN = { address: '127.0.0.1' }

/** Online bookings some days ahead, each with the sandbox card that pays for it. */
const BOOKED = [
  ['Crown fitting', 4, 'Robert Alvarez', '+12065550117', '4242424242424242'],
  ['Whitening', 5, 'Luis Herrera', '+12065550191', '5555555555554444'],
] as const

/** Visits of the demo business that patients booked online with a deposit or a card on file. Jobs book them. */
export async function seedPaidBookings(
  { services: deps }: Frontdesk,
  sandbox: Sandbox,
  owner: Actor,
  { locationID, timeZone }: { locationID: string; timeZone: string },
): Promise<void> {
  const pages = pageOperations(deps)
  const { services } = await pages.get(SLUG, ORIGIN)
  const today = Temporal.Instant.from(deps.now()).toZonedDateTimeISO(timeZone).toPlainDate()
  for (const [serviceName, days, name, phone, number] of BOOKED) {
    const serviceID = services.find((service) => service.name === serviceName)?.id ?? ''
    const visit = { slug: SLUG, locationID, items: [{ serviceID, gapMinutes: 0, resourceIDs: [] }] }
    const from = today.add({ days }).toString()
    const { slots } = await pages.slots({ ...visit, from, days: SLOT_DAYS_MAX }, ORIGIN)
    const startsOnUtc = slots[0]?.startsOnUtc
    if (startsOnUtc === undefined) throw new Error(`The demo business has no free time for ${serviceName}.`)
    const held = { slug: SLUG, clientBookingId: newId() }
    await pages.hold({ ...visit, ...held, startsOnUtc }, ORIGIN)
    const contact = { name, phone, country: 'US', email: '', note: '', answers: [] }
    await pages.sendCode({ ...held, ...contact, agreesToMarketing: false, language: 'en' }, ORIGIN)
    const proof = await deps.inTenant(owner, (tx) =>
      tx
        .selectFrom('bookingProofs')
        .where('tenantId', '=', tx.tenantId)
        .orderBy('createdAt', 'desc')
        .select('id')
        .executeTakeFirstOrThrow(),
    )
    const proved = await pages.book({ ...held, code: proofCode(deps.secrets.visitKey, proof.id) }, ORIGIN)
    const { businessName, payment } = proved.visit
    if (!payment) throw new Error(`${serviceName} requires no payment at booking.`)
    const wording = bookingTerms({ ...payment, business: businessName }, 'en')
    const { url } = await pages.pay({ ...held, language: 'en', wording }, ORIGIN)
    sandbox.payOnStripe(url, { kind: 'card', number, name })
  }
}
