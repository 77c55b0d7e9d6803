import { contract } from '@frontdesk/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ok } from '../../testing/client.ts'
import { aPhone, type House, openHouse } from '../../testing/house.ts'

let house: House
beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house.close())

test('what is kept is answered as kept, though telling others of it fails, which is logged', async () => {
  const { owner, textFrom, tenantId } = await house.aTenant()
  const { sid } = await textFrom(aPhone(), 'Hello')
  const { conversations, database } = house.server
  const { push } = conversations
  conversations.push = () => {
    throw new Error('nobody is listening')
  }
  const renamed = await owner.call(contract.conversationCalls.updateFriendlyName, { sid, friendlyName: 'Ana' })
  conversations.push = push
  expect(ok(renamed).data.friendlyName).toBe('Ana')
  expect(house.errors).toMatchObject([[{ err: { message: 'nobody is listening' } }, 'what follows a commit failed']])

  const run: string[] = []
  await database.inTenant({ tenantId }, async (tx) => {
    tx.afterCommit(() => {
      throw new Error('the first of two')
    })
    tx.afterCommit(() => void run.push('the second'))
  })
  expect(run).toEqual(['the second'])
  const nothing = database.inTenant({ tenantId }, async (tx) => {
    tx.afterCommit(() => void run.push('of what was not kept'))
    throw new Error('rolled back')
  })
  await expect(nothing).rejects.toThrow('rolled back')
  expect(run).toEqual(['the second'])
})
