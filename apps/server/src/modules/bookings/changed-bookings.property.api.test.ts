import { type Booking, contract } from '@frontdesk/contract/api'
import { isHolding } from '@frontdesk/contract/rules'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSalon, dayAhead, inNewYork, type Salon, visitOf } from '../../testing/bookings.ts'
import { ApiFailure, ok } from '../../testing/client.ts'
import { runs } from '../../testing/property-runs.ts'
import { newPhone, sharedTestInstance, type Tenant } from '../../testing/test-instance.ts'

const { bookings } = contract

const instance = await sharedTestInstance()

/** Few times, so that visits get in each other's way. */
const TIMES = ['10:00', '10:15', '10:30', '15:00'].map((time) => inNewYork(dayAhead(7), time))
const phones = [newPhone(), newPhone(), newPhone()]

const step = fc.record({
  kind: fc.oneof(
    { weight: 4, arbitrary: fc.constant('book' as const) },
    { weight: 4, arbitrary: fc.constant('move' as const) },
    { weight: 2, arbitrary: fc.constant('cancel' as const) },
    { weight: 2, arbitrary: fc.constantFrom('confirmed', 'arrived', 'no-show', 'completed', 'booked') },
    { weight: 1, arbitrary: fc.constant('delete the contact' as const) },
  ),
  time: fc.constantFrom(...TIMES),
  phone: fc.constantFrom(...phones),
  which: fc.nat(20),
})
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

async function act({ owner }: Tenant, salon: Salon, { kind, time, phone, which }: Step): Promise<unknown> {
  if (kind === 'book') return owner.call(bookings.create, visitOf(salon, salon.haircut.id, time, phone))
  const all = ok(await owner.call(bookings.getList, { orderBy: 'createdOnUtc' })).data.bookings
  const booking = all[which % Math.max(1, all.length)]
  if (!booking) return undefined
  const { id, version } = booking
  if (kind === 'move') return owner.call(bookings.reschedule, { id, version, startsOnUtc: time })
  if (kind === 'cancel') return owner.call(bookings.cancel, { id, version })
  if (kind === 'delete the contact')
    return booking.contact && owner.call(contract.contacts.remove, { id: booking.contact.id })
  return owner.call(bookings.updateStatus, { id, version, status: kind })
}

interface StoredBooking {
  id: string
  status: Booking['status']
  hasContact: boolean
  startsAt: string
  claims: number
  reminders: { expiresAt: string; dueAt: string; body: string }[]
}

/**
 * Every visit that takes its time is alone in it, and a reminder waits only for an expected visit at its present time.
 */
async function assertHolds({ tenantId }: Tenant): Promise<void> {
  const { owner } = instance.server.database
  const overlaps = await owner.query(
    `select from booking_claims a join booking_claims b on b.tenant_id = a.tenant_id and b.resource_id = a.resource_id
     and b.booking_id > a.booking_id and b.period && a.period where a.tenant_id = $1`,
    [tenantId],
  )
  expect(overlaps.rowCount).toBe(0)
  const { rows } = await owner.query<StoredBooking>(
    `select b.id, b.status, b.contact_id is not null as "hasContact", b.starts_at::text as "startsAt",
       (select count(*)::int from booking_claims c where c.tenant_id = b.tenant_id and c.booking_id = b.id) as claims,
       (select coalesce(json_agg(json_build_object('expiresAt', s.expires_at::text, 'dueAt', s.due_at::text, 'body', s.body)), '[]')
        from scheduled_messages s where s.tenant_id = b.tenant_id and s.booking_id = b.id and s.state in ('waiting', 'held'))
        as reminders
     from bookings b where b.tenant_id = $1`,
    [tenantId],
  )
  for (const { status, claims, hasContact, startsAt, reminders } of rows) {
    expect([status, claims]).toEqual([status, isHolding(status) ? 1 : 0])
    if (!hasContact || (status !== 'booked' && status !== 'confirmed'))
      expect([status, reminders]).toEqual([status, []])
    const at = new Date(startsAt)
    const clock = at.toLocaleTimeString('en-US', { timeZone: 'America/New_York', hour: 'numeric', minute: '2-digit' })
    for (const reminder of reminders) {
      expect(reminder.expiresAt).toBe(startsAt)
      expect(Date.parse(reminder.dueAt)).toBeLessThan(at.getTime())
      expect(reminder.body.replace(/\s/g, ' ')).toContain(clock.replace(/\s/g, ' '))
    }
  }
}

test('however visits change, two at once or one by one, no time is taken twice and no reminder is of what is no longer so', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(step, { minLength: 1, maxLength: 3 }), { minLength: 3, maxLength: 10 }),
      async (rounds) => {
        const tenant = await instance.createTenant()
        const salon = await createSalon(tenant)
        for (const atOnce of rounds) {
          const answers = await Promise.all(atOnce.map((each) => act(tenant, salon, each)))
          for (const answer of answers) if (answer instanceof ApiFailure) expect(answer.status).toBeLessThan(500)
          await assertHolds(tenant)
        }
        await instance.idle()
        await assertHolds(tenant)
      },
    ),
    runs(12),
  )
}, 180_000)
