import { contract } from '@frontdesk/contract/api'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { shift } from '../../platform/clock.ts'
import { ok } from '../../testing/client.ts'
import { createTestClock } from '../../testing/test-clock.ts'
import { startTestInstance, type Tenant, type TestInstance } from '../../testing/test-instance.ts'
import { type QueuedMail, queueMail, renderEmail } from './index.ts'

const clock = createTestClock()
let instance: TestInstance
beforeAll(async () => {
  instance = await startTestInstance({ now: clock.now })
})
afterAll(() => instance.close())

const anAddress = () => `person-${crypto.randomUUID()}@example.test`
const mail = renderEmail({
  subject: 'Grüße: your table 🎉',
  heading: 'Hello',
  lines: ['See you at 7.'],
  action: { label: 'Open', url: 'https://example.test/x?y=1' },
})
const queue = (instance: TestInstance, { tenantId }: Tenant, queued: QueuedMail) =>
  instance.server.database.inTenant({ tenantId }, (tx) => queueMail(tx, { at: clock.now(), ...queued }))
const rowOf = async (instance: TestInstance, tenant: Tenant, id: string | null) => {
  const { rows } = await instance.server.database.owner.query('select * from mails where tenant_id = $1 and id = $2', [
    tenant.tenantId,
    id,
  ])
  return rows[0]
}

test('an email arrives intact, and its content is then deleted here', async () => {
  const tenant = await instance.createTenant()
  const to = anAddress()
  const id = await queue(instance, tenant, { to, mail })
  const [received, ...others] = await instance.emailsTo(to)
  expect(others).toEqual([])
  expect(received).toMatchObject({
    to: [to],
    subject: mail.subject,
    messageId: expect.stringMatching(`^<${id}\\.${tenant.tenantId}\\..{24}@localhost>$`),
  })
  expect(received?.text.trim()).toBe(mail.text)
  expect(received?.html).toContain('href="https://example.test/x?y=1"')
  expect(await rowOf(instance, tenant, id)).toMatchObject({ state: 'sent', attempts: 1, text: null, html: null })
})

test('emails with one dedupe key are queued once, also concurrently', async () => {
  const tenant = await instance.createTenant()
  const to = anAddress()
  const ids = await Promise.all([1, 2, 3].map(() => queue(instance, tenant, { to, mail, dedupeKey: 'once' })))
  expect(ids.filter((id) => id !== null)).toHaveLength(1)
  expect(await instance.emailsTo(to)).toHaveLength(1)
})

test('a rolled-back transaction sends no email', async () => {
  const { tenantId } = await instance.createTenant()
  const to = anAddress()
  await expect(
    instance.server.database.inTenant({ tenantId }, async (tx) => {
      await queueMail(tx, { to, mail })
      throw new Error('no')
    }),
  ).rejects.toThrow('no')
  expect(await instance.emailsTo(to)).toEqual([])
})

test('running the job twice sends the email once', async () => {
  const tenant = await instance.createTenant()
  const to = anAddress()
  const mailId = await queue(instance, tenant, { to, mail })
  await instance.idle()
  await instance.server.database.owner.query(`select graphile_worker.add_job('send-mail', $1::json)`, [
    JSON.stringify({ tenantId: tenant.tenantId, mailId }),
  ])
  expect(await instance.emailsTo(to)).toHaveLength(1)
})

test('a permanent rejection fails the email and is reported; a temporary one is retried', async () => {
  const tenant = await instance.createTenant()
  const member = await tenant.createUser('TeamMember')
  const [refused, deferred] = [anAddress(), anAddress()]
  // The sign-up emails are sent, so the fault applies to the next one.
  await instance.idle()
  await instance.addFault({ kind: 'fail-mail', code: 550, times: 1 })
  const refusedId = await queue(instance, tenant, { to: refused, mail })
  await instance.idle()
  expect(await rowOf(instance, tenant, refusedId)).toMatchObject({ state: 'failed', attempts: 1, html: null })

  await instance.addFault({ kind: 'fail-mail', code: 451, times: 1 })
  const deferredId = await queue(instance, tenant, { to: deferred, mail })
  await instance.idle()
  expect(await rowOf(instance, tenant, deferredId)).toMatchObject({ state: 'queued', attempts: 1 })
  const status = () => tenant.owner.call(contract.mail.getStatus, undefined)
  expect(ok(await status()).data).toMatchObject({
    waiting: 0,
    refused: [{ to: refused, subject: mail.subject, error: expect.stringContaining('550') }],
  })
  await instance.runDelayedJobs('send-mail')
  expect(await instance.emailsTo(deferred)).toHaveLength(1)
  expect(await instance.emailsTo(refused)).toEqual([])
  expect(await rowOf(instance, tenant, deferredId)).toMatchObject({ state: 'sent', attempts: 2, last_error: null })
  expect(await member.call(contract.mail.getStatus, undefined)).toFail('Forbidden')
})

test('an email whose link has expired is not sent', async () => {
  const tenant = await instance.createTenant()
  const to = anAddress()
  await instance.idle()
  await instance.addFault({ kind: 'fail-mail', code: 451, times: 1 })
  const id = await queue(instance, tenant, { to, mail, expiresAt: shift(clock.now(), 60_000) })
  await instance.idle()
  clock.advance(61_000)
  await instance.runDelayedJobs('send-mail')
  expect(await instance.emailsTo(to)).toEqual([])
  expect(await rowOf(instance, tenant, id)).toMatchObject({ state: 'failed', html: null })
})

test('the sandbox mailbox shows an email without running scripts', async () => {
  const tenant = await instance.createTenant()
  const to = anAddress()
  await queue(instance, tenant, { to, mail })
  await instance.idle()
  const { mails } = await (await fetch(`${instance.url}/sandbox/api/mails?to=${to}`)).json()
  const response = await fetch(`${instance.url}/sandbox/api/mails/${mails[0].id}/html`)
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(response.headers.get('content-security-policy')).not.toContain('allow-scripts')
})

describe('with an unreachable mail server', () => {
  let down: TestInstance
  beforeAll(async () => {
    down = await startTestInstance({ now: clock.now, mailUrl: 'smtp://127.0.0.1:1' })
  })
  afterAll(() => down.close())

  test('emails stay queued and owners see why', async () => {
    const tenant = await down.createTenant()
    const id = await queue(down, tenant, { to: anAddress(), mail })
    await down.idle()
    await down.runDelayedJobs('send-mail')
    const row = await rowOf(down, tenant, id)
    expect(row).toMatchObject({ state: 'queued', last_error: expect.stringContaining('ECONNREFUSED') })
    expect(row.attempts).toBeGreaterThan(1)
    expect(row.html).toContain('See you at 7.')
    clock.advance(61_000)
    const { data } = ok(await tenant.owner.call(contract.mail.getStatus, undefined))
    expect(data).toMatchObject({ waiting: expect.any(Number), lastError: expect.stringContaining('ECONNREFUSED') })
    expect(data.waiting).toBeGreaterThan(0)
    const { data: other } = ok(await (await down.createTenant()).owner.call(contract.mail.getStatus, undefined))
    expect(other.waiting).toBe(0)
  })
})
