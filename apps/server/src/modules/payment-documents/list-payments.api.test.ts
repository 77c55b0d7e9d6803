import { contract, type PaymentDetail } from '@frontdesk/contract/api'
import { expect, test } from 'vitest'
import { ok } from '../../testing/client.ts'
import { createRequest } from '../../testing/payments.ts'
import { newPhone, sharedTestInstance } from '../../testing/test-instance.ts'

const { contactMerging, paymentRequests } = contract

const instance = await sharedTestInstance()

test('the list is found, filtered, sorted and paged in every order; nobody else sees it', async () => {
  const tenant = await instance.createTenant({ locations: 2 })
  const { owner } = tenant
  const [here = '', there = ''] = tenant.locationIds
  const made: PaymentDetail[] = []
  for (const [index, locationID] of [here, there, here, there, here].entries())
    made.push(
      await createRequest(owner, tenant, 1000 - index * 100, {
        ...{ locationID, currency: index === 4 ? 'JPY' : 'USD' },
        contact: { name: index === 2 ? 'Zoë Quill' : 'Maya Chen', phone: newPhone() },
      }),
    )
  const sent = made[1] as PaymentDetail
  ok(await owner.call(paymentRequests.updateStatus, { id: sent.id, status: 'sent' }))
  const list = async (input: object) => ok(await owner.call(paymentRequests.getList, input)).data.payments
  const ids = async (input: object) => (await list(input)).map(({ id }) => id)
  expect(await ids({ statuses: 'sent' })).toEqual([sent.id])
  expect(await ids({ searchTerm: 'quill' })).toEqual([made[2]?.id])
  expect(await ids({ searchTerm: 'inv-0001' })).toEqual([sent.id])
  expect(await ids({ searchTerm: 'nobody' })).toEqual([])
  expect(await ids({ searchTerm: made[3]?.contact?.phone ?? '' })).toEqual([made[3]?.id])
  expect(await ids({ locationIDs: there, orderByDesc: 'false' })).toEqual([made[1]?.id, made[3]?.id])
  expect(await ids({ startDateTimeUTC: '2099-01-01T00:00:00Z' })).toEqual([])
  expect(await ids({ orderBy: 'totalAmount', orderByDesc: 'false' })).toEqual(made.map(({ id }) => id).toReversed())
  expect(await owner.call(paymentRequests.getList, { pageSize: '11' })).toFail('InvalidInput')
  for (const orderBy of [
    'createdDateUTC',
    'contactPhone',
    'totalAmount',
    'invoiceNumber',
    'locationID',
    'paymentStatus',
  ] as const) {
    const all = await ids({ orderBy })
    for (const document of made.slice(0, 7)) expect(all).toContain(document.id)
    const more: PaymentDetail[] = []
    if (made.length < 12)
      for (let n = 0; n < 7; n++) more.push(await createRequest(owner, tenant, 300, { locationID: here }))
    made.push(...more)
    const first = ok(await owner.call(paymentRequests.getList, { orderBy, pageSize: '10' }))
    const cursor = first.paging.nextCursor ?? ''
    // The position may be the number of a contact that was deleted.
    expect(cursor).not.toContain(first.data.payments.at(-1)?.contact?.phone ?? '')
    const second = await ids({ orderBy, pageSize: '10', cursor })
    expect([...first.data.payments.map(({ id }) => id), ...second]).toEqual(await ids({ orderBy }))
    expect(await ids({ orderBy, cursor: 'x|y' })).toEqual(await ids({ orderBy }))
  }
  const totals = async (person: typeof owner) =>
    ok(await person.call(paymentRequests.getTotals, { kinds: 'request' })).data.totals
  const manager = await tenant.createUser('Manager', { locationIds: [there] })
  expect(ok(await manager.call(paymentRequests.getList, {})).data.payments.map(({ id }) => id)).toEqual([
    made[3]?.id,
    sent.id,
  ])
  expect(await totals(manager)).toEqual([
    { kind: 'request', status: 'draft', currency: 'USD', count: 1, amount: 700 },
    { kind: 'request', status: 'sent', currency: 'USD', count: 1, amount: 900 },
  ])
  expect(await manager.call(paymentRequests.get, { id: made[0]?.id ?? '' })).toFail('PaymentNotFound')
  // The kept totals say the same as counting.
  const counted = ok(await owner.call(paymentRequests.getTotals, { startDateTimeUTC: '2020-01-01T00:00:00Z' })).data
  expect(await totals(owner)).toEqual(counted.totals)
})

test('a document of a further number shows its contact, which each number and the name find', async () => {
  const tenant = await instance.createTenant({ locations: 2 })
  const { owner } = tenant
  const [main, further] = [newPhone(), newPhone()]
  const [here = '', there = ''] = tenant.locationIds
  const { contact } = await createRequest(owner, tenant, 500, { contact: { name: 'Maya Chen', phone: main } })
  const other = await createRequest(owner, tenant, 700, { contact: { name: 'Maya', phone: further } })
  const both = { survivorID: contact?.id ?? '', otherID: other.contact?.id ?? '' }
  const { version } = ok(await owner.call(contactMerging.preview, both))
  ok(await owner.call(contactMerging.merge, { ...both, version, choices: { name: 'survivor' } }))
  const thread = await tenant.textFrom(further, 'Hello')
  const shown = { ...contact, name: 'Maya Chen', phone: main, conversationSid: thread.sid }
  for (const searchTerm of ['', 'chen', main, further]) {
    const { payments } = ok(await owner.call(paymentRequests.getList, { searchTerm })).data
    expect(
      payments.map(({ totalAmount, contact: listed }) => [totalAmount, listed]),
      searchTerm,
    ).toEqual([
      [700, shown],
      [500, shown],
    ])
  }
  const manager = await tenant.createUser('Manager', { locationIds: [there] })
  expect(ok(await manager.call(paymentRequests.getList, { searchTerm: 'chen' })).data.payments).toEqual([])
  const colleague = await tenant.createUser('Manager', { locationIds: [here] })
  expect(ok(await colleague.call(paymentRequests.getList, { searchTerm: 'chen' })).data.payments).toHaveLength(2)
})

test('a search that thousands of contacts match finds their documents, and those with the number', async () => {
  const tenant = await instance.createTenant({ locations: 2 })
  const { owner } = tenant
  const [here = '', there = ''] = tenant.locationIds
  await instance.server.database.owner.query(
    `insert into contacts (tenant_id, id, name, phone, country_code, location_id, source, created_at)
     select $1, gen_random_uuid(), 'Quill 1', '+1206555' || lpad(n::text, 7, '0'), 'US', $2, 'user', now()
     from generate_series(1, 2001) n`,
    [tenant.tenantId, here],
  )
  const quill = { contact: { name: 'Quill 1', phone: newPhone() } }
  const [first, second, numbered] = [
    await createRequest(owner, tenant, 500, quill),
    await createRequest(owner, tenant, 700, { ...quill, locationID: there }),
    await createRequest(owner, tenant, 900),
  ]
  const find = async (person: typeof owner, input: object) =>
    ok(await person.call(paymentRequests.getList, input)).data.payments.map(({ id }) => id)
  expect(await find(owner, { searchTerm: 'quill' })).toEqual([second.id, first.id])
  expect(await find(owner, { searchTerm: 'quill', locationIDs: there })).toEqual([second.id])
  expect(await find(owner, { searchTerm: 'quill', orderBy: 'totalAmount', orderByDesc: 'false' })).toEqual([
    first.id,
    second.id,
  ])
  ok(await owner.call(paymentRequests.updateStatus, { id: numbered.id, status: 'sent' }))
  await instance.server.database.owner.query(
    "update payment_documents set invoice_number = 'QUILL-1' where tenant_id = $1 and id = $2",
    [tenant.tenantId, numbered.id],
  )
  expect(await find(owner, { searchTerm: 'quill-1' })).toEqual([numbered.id, second.id, first.id])
  const manager = await tenant.createUser('Manager', { locationIds: [there] })
  for (const searchTerm of ['quill', 'quill-1']) expect(await find(manager, { searchTerm })).toEqual([])
  await instance.server.database.owner.query(
    "update payment_documents set invoice_number = 'ZEBRA-7' where tenant_id = $1 and id = $2",
    [tenant.tenantId, numbered.id],
  )
  expect(await find(owner, { searchTerm: 'zebra-7' })).toEqual([numbered.id])
  expect(await find(manager, { searchTerm: 'zebra-7' })).toEqual([])

  // Pages of what few contacts match, and of what thousands match.
  const zora = { contact: { name: 'Zora', phone: newPhone() } }
  for (const [searchTerm, of] of Object.entries({ zora, quill })) {
    for (let n = 0; n < 11; n++) await createRequest(owner, tenant, 100 + n, of)
    const all = await find(owner, { searchTerm })
    const input = { searchTerm, pageSize: '10' }
    const { data, paging } = ok(await owner.call(paymentRequests.getList, input))
    expect(data.payments.map(({ id }) => id)).toEqual(all.slice(0, 10))
    expect(await find(owner, { ...input, cursor: paging.nextCursor ?? '' })).toEqual(all.slice(10))
    expect(await find(owner, { ...input, pageNumber: '2' })).toEqual(all.slice(10))
    expect(all.length).toBe(searchTerm === 'quill' ? 13 : 11)
  }
})
