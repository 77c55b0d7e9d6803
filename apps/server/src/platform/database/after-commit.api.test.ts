import { contract } from '@frontdesk/contract/api'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inboundForm, postAsCarrier } from '../../testing/carrier-post.ts'
import { ok } from '../../testing/client.ts'
import { newPhone, startTestInstance, type TestInstance } from '../../testing/test-instance.ts'

let instance: TestInstance
let isPushBroken = false
beforeAll(async () => {
  instance = await startTestInstance({
    wrapPush:
      (push) =>
      (...event) => {
        if (isPushBroken) throw new Error('push failed')
        push(...event)
      },
  })
})
afterAll(() => instance.close())

test('a failing after-commit effect is logged and does not fail the request', async () => {
  const { owner, textFrom, messagesOf, numbers, tenantId } = await instance.createTenant()
  const from = newPhone()
  const { sid } = await textFrom(from, 'Hello')
  const { database } = instance.server
  isPushBroken = true
  const renamed = await owner.call(contract.conversations.updateFriendlyName, { sid, friendlyName: 'Ana' })
  const path = '/webhooks/twilio/message'
  const texted = await postAsCarrier(
    instance.url + path,
    inboundForm({ accountSid: instance.account.sid, to: numbers[0] ?? '', from, body: 'Anybody there?' }),
    { authToken: instance.account.authToken, signedUrl: instance.server.publicUrl() + path },
  )
  isPushBroken = false
  expect(ok(renamed).data.friendlyName).toBe('Ana')
  expect(texted.status).toBe(200)
  expect((await messagesOf({ sid })).at(-1)?.body).toBe('Anybody there?')
  const logged = [{ err: { message: 'push failed' } }, 'an after-commit effect failed']
  expect(instance.errors).toMatchObject([logged, logged])

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
