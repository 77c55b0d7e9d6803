import { contract } from '@frontdesk/contract/api'
import { expect, test } from 'vitest'
import { ok } from '../../testing/client.ts'
import { newPhone, sharedTestInstance } from '../../testing/test-instance.ts'

const { messages, sending } = contract

const instance = await sharedTestInstance()

test('the texts of a month are counted in segments, for those who manage the business', async () => {
  const tenant = await instance.createTenant()
  const { sid } = await tenant.textFrom(newPhone(), 'Hello')
  const usage = async () => ok(await tenant.owner.call(sending.getUsage, undefined)).data
  expect(await usage()).toMatchObject({ texts: 0, segments: 0, mediaMessages: 0 })
  const text = 'x'.repeat(200)
  const message = { conversationSid: sid, text, clientMessageId: crypto.randomUUID() }
  ok(await tenant.owner.call(messages.send, message))
  await instance.idle()
  expect(await usage()).toMatchObject({ texts: 1, segments: 2, mediaMessages: 0 })
  const member = await tenant.createUser('TeamMember')
  expect(await member.call(sending.getUsage, undefined)).toFail('Forbidden')
})
