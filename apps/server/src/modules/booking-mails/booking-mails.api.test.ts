import { contract } from '@frontdesk/contract/api'
import { expect, test } from 'vitest'
import { createSalon, dayAhead, inNewYork, visitOf } from '../../testing/bookings.ts'
import { ok } from '../../testing/client.ts'
import { newPhone, type SandboxEmail, sharedTestInstance } from '../../testing/test-instance.ts'

const { bookingConfigs, bookingMails, bookings, bookingTasks, contacts, scheduledMessages } = contract

const instance = await sharedTestInstance()
const day = dayAhead(7)
const at = (time: string) => inNewYork(day, time)

async function aSalon() {
  const tenant = await instance.createTenant()
  const salon = await createSalon(tenant)
  const bookFor = async (
    startsOnUtc: string,
    { email = null, tellsContact = true }: { email?: string | null; tellsContact?: boolean } = {},
  ) => {
    const phone = newPhone()
    const { id } = ok(await tenant.owner.call(contacts.add, { name: 'Maya Chen', phone, email }))
    const { contact: _, ...visit } = visitOf(salon, salon.haircut.id, startsOnUtc, phone)
    const request = { ...visit, contactID: id, tellsContact }
    const { booking } = ok(await tenant.owner.call(bookings.create, request)).data
    await instance.idle()
    return booking
  }
  return { tenant, owner: tenant.owner, bookFor }
}

const anAddress = () => `maya-${crypto.randomUUID()}@example.test`
/** The lines of the attached calendar file, unfolded. */
const calendarOf = ({ attachments }: SandboxEmail) =>
  (attachments[0]?.content ?? '').replaceAll(/\r?\n[ \t]/g, '').split(/\r?\n/)

test('a contact with an email gets a calendar file when they are told, with one UID and a rising number', async () => {
  const { tenant, owner, bookFor } = await aSalon()
  const email = anAddress()
  const { id, version } = await bookFor(at('10:00'), { email })
  const moved = ok(
    await owner.call(bookings.reschedule, { id, version, startsOnUtc: at('14:00'), tellsContact: true }),
  ).data
  await instance.idle()
  const noted = ok(await owner.call(bookings.update, { id, version: moved.version, note: 'Likes tea' })).data
  ok(await owner.call(bookings.cancel, { id, version: noted.version, tellsContact: true }))
  await instance.idle()
  const mails = (await instance.emailsTo(email)).toReversed()
  expect(mails.map(({ subject }) => subject.split(':')[0])).toEqual([
    'Your visit is booked',
    'Your visit has a new time',
    'Your visit is canceled',
  ])
  expect(mails[0]?.text).toContain('/visit/')
  expect(mails[0]?.attachments[0]?.contentType).toMatch(/^text\/calendar; method=REQUEST$/i)
  const files = mails.map(calendarOf)
  const [asked, again, cancelled] = files
  for (const file of files) expect(file).toContain(`UID:${id}@frontdesk`)
  expect(asked).toEqual(
    expect.arrayContaining([
      'METHOD:REQUEST',
      'BEGIN:VTIMEZONE',
      `DTSTART;TZID=America/New_York:${day.replaceAll('-', '')}T100000`,
      `DTEND;TZID=America/New_York:${day.replaceAll('-', '')}T103000`,
    ]),
  )
  expect(again).toContain(`DTSTART;TZID=America/New_York:${day.replaceAll('-', '')}T140000`)
  expect(cancelled).toEqual(expect.arrayContaining(['METHOD:CANCEL', 'STATUS:CANCELLED']))
  const numbers = files.map((file) => Number(file.find((line) => line.startsWith('SEQUENCE:'))?.slice(9)))
  expect(numbers).toEqual([version, moved.version, noted.version + 1])
  const listed = ok(await owner.call(bookingMails.getList, { bookingID: id })).data.mails
  expect(listed.map(({ kind, recipient }) => [kind, recipient])).toEqual(
    ['booked', 'rescheduled', 'cancelled'].map((kind) => [kind, email]),
  )

  // Repeated jobs send nothing again.
  await instance.server.database.owner.query(`select graphile_worker.add_job('mail-announcement', $1::json)`, [
    JSON.stringify({ tenantId: tenant.tenantId, bookingId: id, version: noted.version + 1, state: 'cancelled' }),
  ])
  await instance.idle()
  expect(await instance.emailsTo(email)).toHaveLength(3)
})

test('no mail without being told, or when mails are turned off', async () => {
  const { owner, bookFor } = await aSalon()
  const email = anAddress()
  await bookFor(at('10:00'), { email, tellsContact: false })
  const { version } = ok(await owner.call(bookingConfigs.get, undefined)).data
  ok(await owner.call(bookingConfigs.save, { version, mailsVisits: false }))
  await bookFor(at('11:00'), { email: anAddress() })
  expect(await instance.emailsTo(email)).toEqual([])
})

test('a reminder that does not arrive is mailed once, or someone has to call', async () => {
  const { owner, bookFor } = await aSalon()
  const email = anAddress()
  const undelivered = async (booking: Awaited<ReturnType<typeof bookFor>>) => {
    const { contact } = ok(await owner.call(bookings.get, { id: booking.id })).data
    const conversationSid = contact?.conversationSid ?? ''
    const { data } = ok(await owner.call(scheduledMessages.getList, { conversationSid }))
    await instance.addFault({ kind: 'landline', phone: contact?.phone ?? '' })
    ok(await owner.call(scheduledMessages.sendNow, { sid: data.scheduledMessages[0]?.sid ?? '' }))
    await instance.idle()
    return booking.id
  }
  const mailed = await undelivered(await bookFor(at('10:00'), { email, tellsContact: false }))
  expect((await instance.emailsTo(email)).map(({ subject, attachments }) => [subject, attachments])).toEqual([
    [expect.stringMatching(/^Your visit is coming up: Haircut/), []],
  ])
  const { mails } = ok(await owner.call(bookingMails.getList, { bookingID: mailed })).data
  expect(mails).toMatchObject([{ kind: 'reminder', reason: 'landline', recipient: email }])

  const called = await undelivered(await bookFor(at('11:00'), { tellsContact: false }))
  const { tasks } = ok(await owner.call(bookingTasks.getList, {})).data
  expect(tasks).toMatchObject([{ kind: 'call', reason: 'landline', booking: { id: called } }])
  // The gate stops the second reminder; one call is enough.
  await instance.server.database.owner.query(
    `update scheduled_messages set due_at = now() - interval '1 minute' where booking_id = $1 and state = 'waiting'`,
    [called],
  )
  await instance.runDelayedJobs('send-reminders')
  await instance.idle()
  expect(ok(await owner.call(bookingTasks.getList, {})).data.tasks).toHaveLength(1)
})
