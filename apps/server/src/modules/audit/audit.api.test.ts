import { contract } from '@frontdesk/contract/api'
import type { AuditAction } from '@frontdesk/contract/rules'
import { expect, test } from 'vitest'
import { ok } from '../../testing/client.ts'
import { signInForFilesCookie } from '../../testing/files.ts'
import { createRequest } from '../../testing/payments.ts'
import { newPhone, PASSWORD, sharedTestInstance, type Tenant, type TestUser } from '../../testing/test-instance.ts'
import { recordAudit } from './index.ts'

const instance = await sharedTestInstance()

const { audit } = contract

const list = async ({ owner }: Tenant, filter = {}) => ok(await owner.call(audit.getList, filter)).data

const note = (tenant: Tenant, action: AuditAction, subject: string, at: string) =>
  instance.server.database.inTenant(tenant, (tx) => recordAudit(tx, { action, actor: null, subject, at }))

test('important actions are recorded', async () => {
  const tenant = await instance.createTenant()
  const person = await tenant.createUser('TeamMember')
  const { sid } = await tenant.textFrom(newPhone(), 'Hello')
  ok(await tenant.owner.call(contract.conversations.block, { sid }))
  ok(await tenant.owner.call(contract.conversations.unblock, { sid }))
  const { sid: accountSid, authToken } = instance.sandbox.createAccount({ friendlyName: 'Their own' })
  ok(await tenant.owner.call(contract.phoneNumbers.saveMessagingAccount, { accountSid, authToken }))
  ok(
    await tenant.owner.call(contract.team.setRolePermission, {
      role: 'Manager',
      permission: 'contacts_export',
      isGranted: true,
    }),
  )
  ok(await tenant.owner.call(contract.team.removeUser, { userID: person.auth.userId, toUserID: null }))
  const { entries } = await list(tenant, { pageSize: 100 })
  expect(entries.map(({ action }) => action)).toEqual(
    expect.arrayContaining([
      'member.removed',
      'role.changed',
      'setting.changed',
      'number.unblocked',
      'number.blocked',
      'number.added',
    ]),
  )
  expect(JSON.stringify(entries)).not.toContain(authToken)
  expect(entries.find(({ action }) => action === 'role.changed')).toMatchObject({
    actorUserID: tenant.owner.auth.userId,
    actorName: 'Olive Owner',
    subject: 'Manager',
    data: { permission: 'contacts_export', isGranted: true },
  })
  const { actors } = ok(await tenant.owner.call(audit.getActors, undefined)).data
  expect(actors.map(({ displayName }) => displayName)).toEqual(['Olive Owner', 'TeamMember Person'])
})

test('deleting notes and short links and reordering folders is audited, without contacts’ phone numbers', async () => {
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const phone = newPhone()
  const { sid, contact } = await tenant.textFrom(phone, 'Hello')
  const { data: inThread } = ok(
    await owner.call(contract.notes.addToConversation, {
      conversationSid: sid,
      note: 'Secret words',
      mentions: [],
      clientMessageId: crypto.randomUUID(),
    }),
  )
  ok(await owner.call(contract.notes.removeFromConversation, { sid: inThread.message.sid }))
  const { data: onContact } = ok(await owner.call(contract.notes.add, { contactId: contact.id, note: 'Secret words' }))
  ok(await owner.call(contract.notes.remove, { contactId: contact.id, noteId: onContact.id }))
  const linkUrl = 'https://example.com/booking/cleaning?patient=maya'
  const { data: link } = ok(await owner.call(contract.shortLinks.create, { conversationSid: sid, linkUrl }))
  ok(await owner.call(contract.shortLinks.remove, { linkCode: link.code }))
  const [locationID = ''] = tenant.locationIds
  ok(await owner.call(contract.folders.reorder, { locationID, folderKeys: ['reviews'] }))
  const { entries } = await list(tenant, {
    actions: ['note.deleted', 'short-link.removed', 'setting.changed'],
  })
  const subject = `Number ending in ${phone.slice(-4)}`
  expect(entries.map((entry) => [entry.action, entry.subject])).toEqual([
    ['setting.changed', 'Folders'],
    ['short-link.removed', linkUrl],
    ['note.deleted', subject],
    ['note.deleted', subject],
  ])
  expect(entries[0]?.data).toEqual({ reordered: expect.any(String) })
  expect(entries[2]?.data).toMatchObject({ author: 'Olive Owner' })
  expect(JSON.stringify(entries)).not.toContain(phone)
  expect(JSON.stringify(entries)).not.toContain('Secret words')
})

test('the log is filtered by user, action and time, and paginated without gaps', async () => {
  const tenant = await instance.createTenant()
  for (let n = 0; n < 7; n++) await note(tenant, 'template.changed', `Template ${n}`, '2026-03-01T10:00:00.000Z')
  await note(tenant, 'template.removed', 'Old', '2026-02-01T10:00:00.000Z')
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const page = await list(tenant, { actions: ['template.changed'], pageSize: 3, cursor })
    seen.push(...page.entries.map(({ subject }) => subject))
    cursor = page.nextCursor ?? undefined
  } while (cursor)
  expect(seen.toSorted()).toEqual(Array.from({ length: 7 }, (_, n) => `Template ${n}`))
  const before = await list(tenant, { endDateTimeUTC: '2026-03-01T00:00:00Z' })
  expect(before.entries.map(({ subject }) => subject)).toEqual(['Old'])
  const since = await list(tenant, { startDateTimeUTC: '2026-03-01T00:00:00Z', actions: ['template.removed'] })
  expect(since.entries).toEqual([])
  const mine = await list(tenant, { actorUserID: tenant.owner.auth.userId })
  expect(mine.entries.every(({ actorName }) => actorName === 'Olive Owner')).toBe(true)
  expect(await tenant.owner.call(audit.getList, { cursor: 'nonsense' })).toFail('InvalidInput')
  expect(await tenant.owner.call(audit.export, { startDateTimeUTC: '2026-02-99T00:00:00Z' })).toFail('InvalidInput')
})

test('the export shows amounts as money, and structured settings as the screen does', async () => {
  const tenant = await instance.createTenant()
  const { id } = await createRequest(tenant.owner, tenant, 4550)
  ok(await tenant.owner.call(contract.paymentRequests.markAsPaid, { id, clientPaymentId: crypto.randomUUID() }))
  const { version } = ok(await tenant.owner.call(contract.paymentConfigs.get, undefined)).data
  const changes = [
    { refundApprovalAbove: 20_000 },
    { refundApprovalAbove: null },
    { currency: 'CAD' as const },
    { deposit: { kind: 'percent' as const, rate: 30_000 } },
    { items: [{ id: crypto.randomUUID(), description: 'Cleaning', unitAmount: 5000, taxIDs: [] }] },
  ]
  for (const [saved, change] of changes.entries())
    ok(await tenant.owner.call(contract.paymentConfigs.save, { ...change, version: version + saved }))
  const actions: AuditAction[] = ['payment.marked-as-paid', 'setting.changed']
  const { url } = ok(await tenant.owner.call(audit.export, { actions })).data
  const cookie = await signInForFilesCookie(instance.url, tenant.owner.auth, PASSWORD)
  const text = await (await fetch(instance.url + url, { headers: { cookie } })).text()
  expect(text).toContain('"Amount: $45.50"')
  for (const details of [
    'Refund approval above: $200.00',
    'Refund approval above: None',
    'Items: 0; Currency: CAD',
    'Deposit: Changed',
    'Items: 1',
  ])
    expect(text).toContain(`"${details}"`)
})

test('the export is complete, safe in spreadsheets, audited, and bound to its user', async () => {
  const [tenant, other] = [await instance.createTenant(), await instance.createTenant()]
  await note(tenant, 'template.changed', '=HYPERLINK("http://evil")', '2026-03-01T10:00:00.000Z')
  for (let n = 0; n < 1005; n++) await note(tenant, 'template.changed', `Template ${n}`, '2026-03-01T10:00:00.000Z')
  const cookieOf = ({ auth }: TestUser) => signInForFilesCookie(instance.url, auth, PASSWORD)
  const headers = { cookie: await cookieOf(tenant.owner) }
  const { url } = ok(await tenant.owner.call(audit.export, { actions: ['template.changed'] })).data
  const answer = await fetch(instance.url + url, { headers })
  expect(answer.headers.get('content-disposition')).toContain('audit-log.csv')
  const text = await answer.text()
  expect(text.split('\r\n')).toHaveLength(1 + 1006 + 1)
  expect(text).toContain('"Changed a template"')
  expect(text).toContain(`"'=HYPERLINK(""http://evil"")"`)
  expect((await list(tenant)).entries[0]).toMatchObject({ action: 'export.viewed', subject: 'Audit log' })
  expect((await fetch(`${instance.url}${url}x`, { headers })).status).toBe(404)
  expect((await fetch(`${instance.url}/files/audit-log`, { headers })).status).toBe(404)
  const forged = `/files/audit-log?token=${tenant.owner.auth.bearerToken}`
  expect((await fetch(instance.url + forged, { headers })).status).toBe(404)
  expect((await fetch(instance.url + url)).status).toBe(401)
  for (const stranger of [await tenant.createUser('Owner'), other.owner])
    expect((await fetch(instance.url + url, { headers: { cookie: await cookieOf(stranger) } })).status).toBe(404)
  expect((await list(other)).entries.map(({ subject }) => subject)).not.toContain('Template 1')
  const manager = await tenant.createUser('Manager')
  expect(await manager.call(audit.getList, {})).toFail('Forbidden')
  expect(await manager.call(audit.export, {})).toFail('Forbidden')
  ok(await tenant.owner.call(contract.team.startViewAs, { userID: manager.auth.userId }))
  expect(await tenant.owner.call(audit.export, {})).toFail('ViewingAs')
})

test('entries are append-only', async () => {
  const tenant = await instance.createTenant()
  await note(tenant, 'template.changed', 'Once', '2026-03-01T10:00:00.000Z')
  const { inTenant } = instance.server.database
  await expect(
    inTenant(tenant, (tx) =>
      tx.updateTable('auditEntries').set({ subject: 'Never' }).where('tenantId', '=', tx.tenantId).execute(),
    ),
  ).rejects.toThrow('permission denied')
  await expect(
    inTenant(tenant, (tx) => tx.deleteFrom('auditEntries').where('tenantId', '=', tx.tenantId).execute()),
  ).rejects.toThrow('permission denied')
})

test('users with some locations see entries about the business and those locations, also in the export', async () => {
  const tenant = await instance.createTenant({ locations: 2 })
  const [first = '', second = ''] = tenant.locationIds
  const add = (title: string, locationIDs: string[] | null) =>
    tenant.owner.call(contract.templates.save, { title, message: 'x', locationIDs })
  for (const [title, locationIDs] of [
    ['Everywhere', null],
    ['First', [first]],
    ['SECRET second', [second]],
    ['SECRET both', [first, second]],
  ] as const)
    ok(await add(title, locationIDs && [...locationIDs]))
  const permission = 'admin_manage_settings'
  ok(await tenant.owner.call(contract.team.setRolePermission, { role: 'Manager', permission, isGranted: true }))
  const manager = await tenant.createUser('Manager', { locationIds: [first] })
  const subjects = ok(await manager.call(audit.getList, { actions: ['template.changed'] })).data.entries
  expect(subjects.map(({ subject }) => subject)).toEqual(['First', 'Everywhere'])
  const { url } = ok(await manager.call(audit.export, { actions: ['template.changed'] })).data
  const cookie = await signInForFilesCookie(instance.url, manager.auth, PASSWORD)
  const file = await (await fetch(instance.url + url, { headers: { cookie } })).text()
  expect(file).toContain('First')
  expect(file).not.toContain('SECRET')
})
