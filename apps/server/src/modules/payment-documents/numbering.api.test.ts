import { contract } from '@frontdesk/contract/api'
import { expect, test } from 'vitest'
import { ok } from '../../testing/client.ts'
import { createRequest } from '../../testing/payments.ts'
import { sharedTestInstance } from '../../testing/test-instance.ts'

const { paymentConfigs, paymentRequests } = contract

const instance = await sharedTestInstance()

test('numbers have no gaps under load; raising the next one leaves a gap with its reason', async () => {
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const documents = await Promise.all(Array.from({ length: 8 }, () => createRequest(owner, tenant, 100)))
  await Promise.all(documents.map(({ id }) => owner.call(paymentRequests.updateStatus, { id, status: 'sent' })))
  const listed = ok(await owner.call(paymentRequests.getList, { orderBy: 'invoiceNumber', orderByDesc: 'false' }))
  expect(listed.data.payments.map(({ invoiceNumber }) => invoiceNumber)).toEqual(
    Array.from({ length: 8 }, (_, index) => `INV-000${index + 1}`),
  )
  const series = (values: object) => ({
    ...{ series: 'request' as const, prefix: 'HD-', digits: 5, nextNumber: 100, reason: 'New year', version: 0 },
    ...values,
  })
  expect(await owner.call(paymentConfigs.saveNumbering, series({ nextNumber: 8 }))).toFail('InvalidInput')
  const saved = ok(await owner.call(paymentConfigs.saveNumbering, series({}))).data.series
  expect(saved[0]).toMatchObject({
    nextNumber: 100,
    gaps: [{ firstNumber: 9, lastNumber: 99, reason: 'New year', by: 'Olive Owner' }],
  })
  expect(await owner.call(paymentConfigs.saveNumbering, series({}))).toFail('ChangedMeanwhile')
  const next = await createRequest(owner, tenant, 100)
  const sent = ok(await owner.call(paymentRequests.updateStatus, { id: next.id, status: 'sent' })).data
  expect(sent.invoiceNumber).toBe('HD-00100')
  // HD-1 with 23 would read like HD- with 123.
  expect(await owner.call(paymentConfigs.saveNumbering, series({ prefix: 'HD-1', version: 1 }))).toFail('InvalidInput')
  ok(await owner.call(paymentConfigs.saveNumbering, series({ nextNumber: 999_999_999, version: 1 })))
  const [last, none] = [await createRequest(owner, tenant, 100), await createRequest(owner, tenant, 100)]
  ok(await owner.call(paymentRequests.updateStatus, { id: last.id, status: 'sent' }))
  expect(await owner.call(paymentRequests.updateStatus, { id: none.id, status: 'sent' })).toFail('NumbersUsedUp')
  expect(ok(await owner.call(paymentConfigs.getNumbering, undefined)).data.series[0]?.nextNumber).toBe(1_000_000_000)
})
