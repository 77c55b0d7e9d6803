import { contract } from '@frontdesk/contract/api'
import { MESSAGE_ATTACHMENTS_MAX } from '@frontdesk/contract/rules'
import { expect, test } from 'vitest'
import { ok } from '../../testing/client.ts'
import { signInForFilesCookie, upload } from '../../testing/files.ts'
import { createVisitor } from '../../testing/payment-pages.ts'
import { aRequest, createRequest } from '../../testing/payments.ts'
import { newPhone, PASSWORD, sharedTestInstance, type TestUser } from '../../testing/test-instance.ts'

const { contacts, paymentEstimates, paymentRequests, team } = contract

const instance = await sharedTestInstance()

const uploadText = async (person: TestUser, text: string) =>
  ok(await upload(person, text, { name: `${text}.txt`, type: 'text/plain' }))

/** Contents of a file as a teammate’s browser gets it, or the error status. */
async function contentsFor({ auth }: TestUser, url: string): Promise<string | number> {
  const cookie = await signInForFilesCookie(instance.url, auth, PASSWORD)
  const response = await fetch(instance.url + url, { headers: { cookie } })
  return response.ok ? response.text() : response.status
}

test('files of an estimate are on its page after the digits, in its mail, and in what it is converted to', async () => {
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const phone = newPhone()
  const plan = await uploadText(owner, 'The plan')
  const lines = [
    { description: 'Fence', unitAmount: 10_000 },
    { description: 'Gate', unitAmount: 5000, isOptional: true },
  ]
  const draft = aRequest(tenant, 0, { lines, contact: { name: 'Maya Chen', phone }, attachments: [plan.sid] })
  const { id, attachments, contact } = ok(await owner.call(paymentEstimates.create, draft)).data
  expect(attachments).toMatchObject([{ sid: plan.sid, filename: 'The plan.txt' }])
  ok(await owner.call(paymentEstimates.updateStatus, { id, status: 'sent' }))

  const { url } = ok(await owner.call(paymentEstimates.getLink, { id })).data
  const { visit, enter } = createVisitor(instance.url)
  const path = new URL(url).pathname
  const file = `${path}/files/${plan.sid}`
  expect((await visit(file)).text).toContain('Enter the last four digits')
  expect((await enter(url, phone)).text).toContain(file)
  expect(await visit(file)).toMatchObject({ status: 200, text: 'The plan' })
  // Files of the business that are not of this document are not served.
  const other = await uploadText(owner, 'Another')
  expect((await visit(`${path}/files/${other.sid}`)).status).toBe(404)

  ok(await owner.call(contacts.update, { id: contact?.id ?? '', email: 'maya.files@example.test' }))
  ok(await owner.call(paymentEstimates.sendByEmail, { id, clientMailId: crypto.randomUUID() }))
  const [mail] = await instance.emailsTo('maya.files@example.test')
  expect(mail?.attachments.map(({ filename }) => filename)).toEqual(['EST-0001.pdf', 'The plan.txt'])

  // The contact’s choice becomes a new version with the same files.
  const confirm = await visit(`${path}/approve?c1=on`)
  const version = /name="version" value="(\d+)"/.exec(confirm.text)?.[1] ?? ''
  await visit(`${path}/approve`, { c1: 'on', name: 'Maya Chen', version })
  const approved = ok(await owner.call(paymentEstimates.get, { id })).data
  expect(approved).toMatchObject({ status: 'approved', version: 2, attachments: [{ sid: plan.sid }] })

  // Requests created after a change order is approved include its files.
  const convert = async (part: object) => {
    const conversion = { id, clientDocumentId: crypto.randomUUID(), part } as never
    const [request] = ok(await owner.call(paymentEstimates.convert, conversion)).data.requests
    return { id: request?.id ?? '', sids: request?.attachments.map(({ sid }) => sid) }
  }
  const deposit = await convert({ kind: 'deposit', share: { kind: 'amount', amount: 100 } })
  expect(deposit.sids).toEqual([plan.sid])
  const sketch = await uploadText(owner, 'The sketch')
  const ordered = { lines: [{ description: 'Lamp', unitAmount: 900 }], attachments: [sketch.sid] }
  const order = await owner.call(paymentEstimates.addChangeOrder, {
    ...{ id, clientDocumentId: crypto.randomUUID() },
    ...ordered,
  })
  const orderId = ok(order).data.id
  ok(await owner.call(paymentEstimates.updateStatus, { id: orderId, status: 'sent' }))
  const orderUrl = ok(await owner.call(paymentEstimates.getLink, { id: orderId })).data.url
  await enter(orderUrl, phone)
  await visit(`${new URL(orderUrl).pathname}/approve`, { version: '1', name: 'Maya Chen' })
  // Teammates who manage requests only see them once a request includes them.
  const manager = await tenant.createUser('Manager')
  const right = { role: 'Manager' as const, permission: 'payments_manage_estimates' as const, isGranted: false }
  ok(await owner.call(team.setRolePermission, right))
  expect([await contentsFor(manager, plan.url), await contentsFor(manager, sketch.url)]).toEqual(['The plan', 404])
  const remainder = await convert({ kind: 'remainder' })
  expect(remainder.sids).toEqual([plan.sid, sketch.sid])
  expect(await contentsFor(manager, sketch.url)).toBe('The sketch')
  ok(await owner.call(paymentRequests.updateStatus, { id: remainder.id, status: 'sent' }))
  const payUrl = ok(await owner.call(paymentRequests.getLink, { id: remainder.id })).data.url
  await enter(payUrl, phone)
  expect(await visit(`${new URL(payUrl).pathname}/files/${sketch.sid}`)).toMatchObject({ text: 'The sketch' })
})

test('files are seen by those who see the document; a version keeps its files; a deleted draft leaves none', async () => {
  const tenant = await instance.createTenant({ locations: 2 })
  const { owner } = tenant
  const [here = '', there = ''] = tenant.locationIds
  const [first, second] = [await uploadText(owner, 'First'), await uploadText(owner, 'Second')]
  const { id, version } = await createRequest(owner, tenant, 100, { locationID: here, attachments: [first.sid] })
  const colleague = await tenant.createUser('Manager', { locationIds: [here] })
  const stranger = await tenant.createUser('Manager', { locationIds: [there] })
  expect([await contentsFor(colleague, first.url), await contentsFor(stranger, first.url)]).toEqual(['First', 404])
  // Neither an upload of a teammate nor a file of another document or message, nor one twice, nor too many.
  const reuse = (person: TestUser, attachments: string[]) =>
    person.call(paymentRequests.create, aRequest(tenant, 100, { locationID: here, attachments }))
  expect(await reuse(colleague, [second.sid])).toFail('AttachmentUnknown')
  expect(await reuse(owner, [first.sid])).toFail('AttachmentUnknown')
  expect(await reuse(owner, [second.sid, second.sid])).toFail('AttachmentUnknown')
  expect(
    await reuse(
      owner,
      Array.from({ length: MESSAGE_ATTACHMENTS_MAX + 1 }, () => second.sid),
    ),
  ).toFail('InvalidInput')

  const lines = [{ description: 'Checkup', unitAmount: 100 }]
  const kept = ok(await owner.call(paymentRequests.update, { id, version, lines })).data
  expect(kept.attachments).toMatchObject([{ sid: first.sid }])
  const change = { id, version: kept.version, lines, attachments: [second.sid, first.sid] }
  const both = ok(await owner.call(paymentRequests.update, change)).data
  expect(both.attachments.map(({ sid }) => sid)).toEqual([second.sid, first.sid])
  const none = ok(await owner.call(paymentRequests.update, { id, version: both.version, lines, attachments: [] })).data
  expect(none.attachments).toEqual([])
  const { rows: versions } = await instance.server.database.owner.query(
    'select cardinality(file_ids) as n from payment_document_versions where document_id = $1 order by version',
    [id],
  )
  expect(versions.map(({ n }) => n)).toEqual([1, 1, 2, 0])
  ok(await owner.call(paymentRequests.delete, { id }))
  await instance.idle()
  expect(await contentsFor(owner, first.url)).toBe(404)
})
