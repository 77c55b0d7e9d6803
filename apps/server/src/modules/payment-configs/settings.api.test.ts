import { contract } from '@frontdesk/contract/api'
import { AMOUNT_MAX } from '@frontdesk/contract/rules'
import { expect, test } from 'vitest'
import { ok } from '../../testing/client.ts'
import { sharedTestInstance } from '../../testing/test-instance.ts'

const { paymentConfigs } = contract

const instance = await sharedTestInstance()

test('saved prices and amounts stay the same number of units in another currency', async () => {
  const { owner } = await instance.createTenant()
  const item = { id: crypto.randomUUID(), description: 'Cleaning', unitAmount: 5050, taxIDs: [] }
  const deposit = { kind: 'amount' as const, amount: 2500 }
  const save = (changes: object, version: number) => owner.call(paymentConfigs.save, { ...changes, version })
  ok(await save({ items: [item], deposit, refundApprovalAbove: 10_000 }, 0))
  const amounts = (unitAmount: number, amount: number, refundApprovalAbove: number) => ({
    ...{ items: [{ description: 'Cleaning', unitAmount }], deposit: { amount }, refundApprovalAbove },
  })
  expect(ok(await save({ currency: 'KWD' }, 1)).data).toMatchObject(amounts(50_500, 25_000, 100_000))
  expect(ok(await save({ currency: 'JPY' }, 2)).data).toMatchObject(amounts(51, 25, 100))
  // Entered with the currency, an amount is in it.
  const given = { currency: 'USD' as const, refundApprovalAbove: null, deposit: { kind: 'percent', rate: 30_000 } }
  expect(ok(await save(given, 3)).data).toMatchObject({ ...given, items: [{ unitAmount: 5100 }] })
  expect(ok(await save({ currency: 'CAD' }, 4)).data).toMatchObject({ ...given, currency: 'CAD' })
  ok(await save({ items: [{ ...item, unitAmount: AMOUNT_MAX }] }, 5))
  expect(await save({ currency: 'KWD' }, 6)).toFail('InvalidInput')
  expect(ok(await owner.call(paymentConfigs.get, undefined)).data.currency).toBe('CAD')
})
