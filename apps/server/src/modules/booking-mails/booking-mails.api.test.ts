import { type Booking, contract } from '@frontdesk/contract/api'
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
  const { owner } = tenant
  /** Sends the first reminder of a visit to a number that turns out to be a landline. */
  const undelivered = async (booking: Booking) => {
    const { contact } = ok(await owner.call(bookings.get, { id: booking.id })).data
    const conversationSid = contact?.conversationSid ?? ''
    const { data } = ok(await owner.call(scheduledMessages.getList, { conversationSid }))
    await instance.addFault({ kind: 'landline', phone: contact?.phone ?? '' })
    ok(await owner.call(scheduledMessages.sendNow, { sid: data.scheduledMessages[0]?.sid ?? '' }))
    await instance.idle()
    return booking.id
  }
  return { tenant, owner, bookFor, undelivered }
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

test('a declined request is mailed without a calendar file or a link', async () => {
  const { tenant, owner, bookFor } = await aSalon()
  const email = anAddress()
  const { id } = await bookFor(at('12:00'), { email, tellsContact: false })
  await instance.server.database.owner.query(
    `update bookings set status = 'requested' where tenant_id = $1 and id = $2`,
    [tenant.tenantId, id],
  )
  const { version } = ok(await owner.call(bookings.get, { id })).data
  ok(await owner.call(bookings.updateStatus, { id, version, status: 'declined', tellsContact: true }))
  await instance.idle()
  const [mail, ...others] = await instance.emailsTo(email)
  expect(others).toEqual([])
  expect(mail?.subject).toMatch(/^Your request was declined: Haircut/)
  expect(mail?.text).not.toContain('/visit/')
  expect(mail?.attachments).toEqual([])
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
  const { owner, bookFor, undelivered } = await aSalon()
  const email = anAddress()
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

/** A report that a mail could not be delivered, as mail servers send it. https://www.rfc-editor.org/rfc/rfc3464 */
const reportOf = (messageId: string, action = 'failed') =>
  `From: MAILER-DAEMON@mx.example.test
To: frontdesk@localhost
Subject: Undelivered Mail Returned to Sender
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="b"

--b
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example.test

Final-Recipient: rfc822; maya@example.test
Action: ${action}
Status: 5.1.1
Diagnostic-Code: smtp; 550 5.1.1 <maya@example.test>: Recipient address
 rejected: User unknown

--b
Content-Type: text/rfc822-headers

Subject: Reminder
Message-ID:
 ${messageId}

--b--
`.replaceAll('\n', '\r\n')

const report = (body: string) =>
  fetch(`${instance.url}/webhooks/mail/returned`, {
    method: 'POST',
    headers: { 'content-type': 'message/rfc822' },
    body,
  })

test('a reminder by mail that is returned becomes a call; delays and reports of other mail change nothing', async () => {
  const { owner, bookFor, undelivered } = await aSalon()
  const email = anAddress()
  const id = await undelivered(await bookFor(at('10:00'), { email, tellsContact: false }))
  const [mail] = await instance.emailsTo(email)
  const messageId = mail?.messageId ?? ''
  const tasks = async () => ok(await owner.call(bookingTasks.getList, {})).data.tasks
  expect((await report(reportOf(messageId, 'delayed'))).status).toBe(200)
  const forged = messageId.replace(/.{4}@/, (end) => (end === '0000@' ? '1111@' : '0000@'))
  for (const body of [reportOf(forged), 'nonsense']) expect((await report(body)).status).toBe(400)
  await instance.idle()
  expect(await tasks()).toEqual([])
  for (let times = 0; times < 2; times++) expect((await report(reportOf(messageId))).status).toBe(200)
  await instance.idle()
  expect(await tasks()).toMatchObject([{ kind: 'call', reason: 'mail-failed', booking: { id } }])
  expect(ok(await owner.call(bookingMails.getList, { bookingID: id })).data.mails).toMatchObject([{ hasFailed: true }])
  expect(ok(await owner.call(contract.mail.getStatus, undefined)).data.refused).toMatchObject([
    { to: email, error: expect.stringMatching(/^Returned: smtp; 550 .* Recipient address rejected: User unknown$/) },
  ])
})

test('a reminder by mail that the mail server refuses becomes a call at once', async () => {
  const { owner, bookFor, undelivered } = await aSalon()
  const booking = await bookFor(at('10:00'), { email: anAddress(), tellsContact: false })
  await instance.addFault({ kind: 'fail-mail', code: 550 })
  await undelivered(booking)
  const { tasks } = ok(await owner.call(bookingTasks.getList, {})).data
  expect(tasks).toMatchObject([{ kind: 'call', reason: 'mail-failed', booking: { id: booking.id } }])
})
