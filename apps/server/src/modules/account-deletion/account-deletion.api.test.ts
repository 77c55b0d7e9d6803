import { contract } from '@frontdesk/contract/api'
import { unzipSync } from 'fflate'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callEndpoint, ok } from '../../testing/client.ts'
import { createRequest } from '../../testing/payments.ts'
import { createTestClock } from '../../testing/test-clock.ts'
import { newPhone, PASSWORD, startTestInstance, type Tenant, type TestInstance } from '../../testing/test-instance.ts'
import { tenantTables } from './tenant-tables.ts'
import { EXCLUDED_TABLES } from './write-export.job.ts'

const clock = createTestClock()
let instance: TestInstance
beforeAll(async () => {
  instance = await startTestInstance({ now: clock.now })
})
afterAll(() => instance.close())

const { accountDeletion } = contract
const DAY_MS = 24 * 60 * 60_000
const JOB = 'delete-account'

/** Creates a business with rows in most tables, and files. */
async function aBusyTenant(): Promise<Tenant> {
  const tenant = await instance.createTenant({ locations: 2 })
  await tenant.createUser('TeamMember', { locationIds: [tenant.locationIds[0] ?? ''] })
  const { sid } = await tenant.textFrom(newPhone(), '=1+1 is what I owe, "roughly"')
  ok(
    await tenant.owner.call(contract.messages.send, {
      conversationSid: sid,
      text: 'Hi',
      clientMessageId: crypto.randomUUID(),
    }),
  )
  ok(await tenant.owner.call(contract.conversations.saveDraft, { sid, messageDraft: 'See you' }))
  const form = new FormData()
  form.append('file', new File(['The way to us'], 'directions.txt'))
  ok(await callEndpoint(instance.url, contract.files.uploadFile, form as never, tenant.owner.auth.bearerToken))
  const picture = new FormData()
  const drawn = sharp({ create: { width: 8, height: 8, channels: 3, background: '#4263eb' } })
  picture.append('file', new File([new Uint8Array(await drawn.png().toBuffer())], 'me.png', { type: 'image/png' }))
  ok(await callEndpoint(instance.url, contract.profile.uploadPicture, picture as never, tenant.owner.auth.bearerToken))
  await instance.idle()
  return tenant
}

async function contentsOf(tenantId: string): Promise<Record<string, string>> {
  const { owner } = instance.server.database
  const contentsByName: Record<string, string> = {}
  for (const table of await tenantTables(owner)) {
    const { rows } = await owner.query<{ held: string; count: string }>(
      `select count(*) as count, md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as held from ${table} t where tenant_id = $1`,
      [tenantId],
    )
    if (rows[0] && rows[0].count !== '0') contentsByName[table] = rows[0].held
  }
  return contentsByName
}

/**
 * Opens a transaction that adds a row, like a running job; the returned function commits it once the deletion waits for
 * it.
 */
async function addRowOnceEmptied(tenantId: string): Promise<() => Promise<void>> {
  const { owner } = instance.server.database
  const client = await owner.connect()
  await client.query('begin')
  await client.query(
    `insert into messages (tenant_id, id, conversation_id, index, type, is_outgoing, author, body, created_at)
     select tenant_id, gen_random_uuid(), conversation_id, index + 100, type, false, author, 'late', created_at
     from messages where tenant_id = $1 limit 1`,
    [tenantId],
  )
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
    and query like 'delete from %'`
  return async () => {
    await expect.poll(async () => (await owner.query(waiting)).rowCount).toBe(1)
    await client.query('commit')
    client.release()
  }
}

const request = ({ owner }: Tenant, businessName = owner.auth.tenantName) =>
  owner.call(accountDeletion.request, { businessName })

/** Signs in and returns the cookies that open files. */
async function cookieOf(userName: string): Promise<string> {
  const answer = await fetch(`${instance.url}/api/main/Authenticate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ userName, password: PASSWORD }),
  })
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';', 1)[0])
    .join('; ')
}

test('only the account holder can request deletion, by exact name, and cancel it for thirty days', async () => {
  const tenant = await instance.createTenant()
  const second = await tenant.createUser('Owner')
  const { tenantName } = tenant.owner.auth
  expect(await second.call(accountDeletion.request, { businessName: tenantName })).toFail('AccountHolderOnly')
  expect(await request(tenant, 'Some other name')).toFail('ConfirmationWrong')
  const { deletion } = ok(await request(tenant)).data
  expect(Date.parse(deletion?.deleteAfter ?? '') - Date.parse(deletion?.requestedAt ?? '')).toBe(30 * DAY_MS)
  expect(ok(await request(tenant)).data.deletion).toEqual(deletion)
  expect(ok(await second.call(accountDeletion.get, undefined)).data.deletion).toEqual(deletion)
  expect(await second.call(accountDeletion.cancel, {})).toFail('AccountHolderOnly')
  ok(await tenant.owner.call(accountDeletion.cancel, {}))
  expect(ok(await tenant.owner.call(accountDeletion.get, undefined)).data.deletion).toBeNull()
  await instance.runDelayedJobs(JOB)
  expect(Object.keys(await contentsOf(tenant.tenantId))).toContain('tenants')
})

test('owners are mailed that deletion was requested, but not those who left or have not joined', async () => {
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const [second, former] = [await tenant.createUser('Owner'), await tenant.createUser('Owner')]
  ok(await owner.call(contract.team.removeUser, { userID: former.auth.userId, toUserID: null }))
  const email = `invited-${crypto.randomUUID()}@example.test`
  ok(await owner.call(contract.team.invite, { name: 'Not Yet', email, roleName: 'Owner' }))
  ok(await request(tenant))
  await instance.idle()
  const wereMailed = async (address: string) =>
    (await instance.emailsTo(address)).some(({ subject }) => subject.includes('will be deleted'))
  for (const { auth } of [owner, second]) expect(await wereMailed(auth.userName)).toBe(true)
  for (const address of [former.auth.userName, email]) expect(await wereMailed(address)).toBe(false)
})

test('after the grace period all its data is deleted, and no other business is affected', async () => {
  const deletedTenant = await aBusyTenant()
  const neighbor = await aBusyTenant()
  const held = await contentsOf(neighbor.tenantId)
  ok(await request(deletedTenant))
  await instance.runDelayedJobs(JOB)
  expect(Object.keys(await contentsOf(deletedTenant.tenantId)).length).toBeGreaterThan(10)

  ok(await request(deletedTenant))
  clock.advance(31 * DAY_MS)
  // The job may be running already.
  const { bearerToken } = ok(
    await callEndpoint(instance.url, contract.accounts.refreshSession, {
      refreshToken: deletedTenant.owner.auth.refreshToken,
    }),
  )
  const uncancelled = ok(await callEndpoint(instance.url, accountDeletion.cancel, {}, bearerToken))
  expect(uncancelled.data.deletion).not.toBeNull()
  const { owner } = instance.server.database
  const addLate = await addRowOnceEmptied(deletedTenant.tenantId)
  await owner.query("select graphile_worker.add_job($1, json_build_object('tenantId', $2::text))", [
    JOB,
    deletedTenant.tenantId,
  ])
  await addLate()
  await instance.idle()
  expect(await contentsOf(deletedTenant.tenantId)).toEqual({})
  expect(await contentsOf(neighbor.tenantId)).toEqual(held)
  const { rows } = await owner.query('select from directory.logins where email = $1', [
    deletedTenant.owner.auth.userName,
  ])
  expect(rows).toEqual([])
  const refused = await callEndpoint(instance.url, contract.accounts.authenticate, {
    userName: deletedTenant.owner.auth.userName,
    password: PASSWORD,
  })
  expect(refused).toFail('WrongCredentials')
  // Its numbers are released, so others may buy them.
  for (const number of deletedTenant.numbers) {
    const answer = await fetch(`${instance.url}/sandbox/api/phones/${newPhone()}/messages`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ to: number, body: 'Anybody there?', mediaUrls: [] }),
    })
    expect(answer.ok).toBe(false)
  }
  // Running it again changes nothing.
  await owner.query("select graphile_worker.add_job($1, json_build_object('tenantId', $2::text))", [
    JOB,
    deletedTenant.tenantId,
  ])
  await instance.idle()
  expect(instance.errors).toEqual([])
})

test('an export has every table or a reason, files but no secrets, and opens for owners only', async () => {
  const tenant = await aBusyTenant()
  const second = await tenant.createUser('Owner')
  const manager = await tenant.createUser('Manager')
  // Everything is more than what an owner of some locations sees.
  const local = await tenant.createUser('Owner', { locationIds: tenant.locationIds.slice(0, 1) })
  for (const person of [manager, local]) {
    expect(await person.call(accountDeletion.startExport, {})).toFail('ExportOwnersOnly')
    expect(await person.call(accountDeletion.getExport, undefined)).toFail('ExportOwnersOnly')
  }
  const { fields } = ok(
    await second.call(contract.contactFields.save, { fields: [{ name: 'Pet', type: 'text' }], version: 0 }),
  )
  const contact = { name: 'Maya', phone: newPhone(), custom: { [fields[0]?.id ?? '']: 'Rex' } }
  ok(await second.call(contract.contacts.add, contact))
  const lines = [{ description: 'Crown of gold', unitAmount: 90_000 }]
  const { id } = await createRequest(tenant.owner, tenant, 0, { lines, note: 'Thank you, Maya' })
  ok(await tenant.owner.call(contract.paymentRequests.markAsPaid, { id, clientPaymentId: crypto.randomUUID() }))
  ok(await second.call(accountDeletion.startExport, {}))
  await instance.idle()
  const made = ok(await tenant.owner.call(accountDeletion.getExport, undefined)).data.export
  expect(made).toMatchObject({ state: 'ready' })
  const url = `${instance.url}${made?.url}`
  const answer = await fetch(url, { headers: { cookie: await cookieOf(tenant.owner.auth.userName) } })
  expect(answer.status).toBe(200)
  const zip = unzipSync(new Uint8Array(await answer.arrayBuffer()))
  const text = (name: string) => new TextDecoder().decode(zip[name])
  expect(text('data/messages.csv')).toContain(`"'=1+1 is what I owe, ""roughly"""`)
  expect(text('data/locations.csv')).toContain('"Location 2"')
  expect(text('data/contacts.csv')).toMatch(/"Maya".*Rex/)
  expect(text('data/settings.csv')).toContain('Pet')
  expect(text('data/payment_documents.csv')).toContain(`"${id}"`)
  expect(text('data/payment_lines.csv')).toContain('"Crown of gold"')
  expect(text('data/payments.csv')).toMatch(new RegExp(`"${id}".*"90000"`))
  expect(text('data/ledger_entries.csv')).toMatch(/"cash","receivable","90000"/)

  // A table that is left out has a reason, and one without a key could not be read in batches.
  const tables = (await tenantTables(instance.server.database.owner)).filter((name) => !name.includes('.'))
  const exported = Object.keys(zip).flatMap((name) => /^data\/(.+)\.csv$/.exec(name)?.[1] ?? [])
  expect([...exported, ...Object.keys(EXCLUDED_TABLES)].toSorted()).toEqual(tables.toSorted())
  const { rows: keyless } = await instance.server.database.owner.query(
    'select name from unnest($1::text[]) name where not exists (select from pg_index where indrelid = name::regclass and indisprimary)',
    [exported],
  )
  expect(keyless).toEqual([])
  const file = Object.keys(zip).find((name) => name.endsWith('directions.txt')) ?? ''
  expect(text(file)).toBe('The way to us')
  expect(text('README.txt')).toContain('avatars/')
  const avatar = Object.keys(zip).find((name) => name.startsWith(`avatars/${tenant.owner.auth.userId}-`)) ?? ''
  expect(await sharp(zip[avatar]).metadata()).toMatchObject({ format: 'webp' })
  const { rows } = await instance.server.database.owner.query<{ name: string }>(
    "select column_name as name from information_schema.columns where table_schema = 'public' and column_name ~ 'encrypted|hash'",
  )
  for (const { name } of rows) expect(Object.keys(zip).some((entry) => text(entry).includes(`"${name}"`))).toBe(false)

  for (const cookie of [
    '',
    await cookieOf(manager.auth.userName),
    await cookieOf(local.auth.userName),
    await cookieOf((await instance.createTenant()).owner.auth.userName),
  ]) {
    expect([401, 404]).toContain((await fetch(url, { headers: { cookie } })).status)
  }
})
