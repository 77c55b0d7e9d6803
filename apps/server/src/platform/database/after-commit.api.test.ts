import { contract } from '@frontdesk/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inboundForm, postAsCarrier } from '../../testing/carrier-post.ts'
import { ok } from '../../testing/client.ts'
import { aPhone, type House, openHouse } from '../../testing/house.ts'

let house: House
let isPushBroken = false
beforeAll(async () => {
  house = await openHouse({
    wrapPush:
      (push) =>
      (...event) => {
        if (isPushBroken) throw new Error('nobody is listening')
        push(...event)
      },
  })
})
afterAll(() => house.close())

test('what is kept is answered as kept, though telling others of it fails, which is logged', async () => {
  const { owner, textFrom, messagesOf, numbers, tenantId } = await house.aTenant()
  const from = aPhone()
  const { sid } = await textFrom(from, 'Hello')
  const { database } = house.server
  isPushBroken = true
  const renamed = await owner.call(contract.conversations.updateFriendlyName, { sid, friendlyName: 'Ana' })
  const path = '/webhooks/twilio/message'
  const texted = await postAsCarrier(
    house.url + path,
    inboundForm({ accountSid: house.account.sid, to: numbers[0] ?? '', from, body: 'Anybody there?' }),
    { authToken: house.account.authToken, signedUrl: house.server.publicUrl() + path },
  )
  isPushBroken = false
  expect(ok(renamed).data.friendlyName).toBe('Ana')
  expect(texted.status).toBe(200)
  expect((await messagesOf({ sid })).at(-1)?.body).toBe('Anybody there?')
  const logged = [{ err: { message: 'nobody is listening' } }, 'what follows a commit failed']
  expect(house.errors).toMatchObject([logged, logged])

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
