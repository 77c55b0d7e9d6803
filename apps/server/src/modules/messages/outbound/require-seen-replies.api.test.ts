import { contract } from '@frontdesk/contract/api'
import { expect, test } from 'vitest'
import { ApiFailure, ok } from '../../../testing/client.ts'
import { newPhone, sharedTestInstance, type TestUser } from '../../../testing/test-instance.ts'

const instance = await sharedTestInstance()

async function aScene() {
  const tenant = await instance.createTenant()
  const teammate = await tenant.createUser('Manager')
  const phone = newPhone()
  const conversation = await tenant.textFrom(phone, 'Are you open?')
  const say = (person: TestUser, text: string, lastSeenIndex?: number) =>
    person.call(contract.messages.send, {
      conversationSid: conversation.sid,
      text,
      clientMessageId: crypto.randomUUID(),
      ...(lastSeenIndex !== undefined && { lastSeenIndex }),
    })
  return { tenant, teammate, phone, conversation, say }
}

test('a reply without having seen a teammate’s is refused with that reply, and can be sent anyway', async () => {
  const { tenant, teammate, phone, say } = await aScene()
  ok(await say(teammate, 'Yes, until six', 1))
  const refused = await say(tenant.owner, 'We are open', 1)
  expect(refused).toFail('AnsweredMeanwhile')
  expect((refused as ApiFailure).body.data).toMatchObject({
    answers: [{ author: 'Manager Person', authorUserID: teammate.auth.userId, body: 'Yes, until six', index: 2 }],
  })
  ok(await say(tenant.owner, 'Come by!', 2))
  ok(await say(teammate, 'Without asking'))
  await instance.idle()
  const sent = (await tenant.messagesOnPhone(phone)).filter(({ direction }) => direction !== 'inbound')
  expect(sent.map(({ body }) => body)).toEqual(['Yes, until six', 'Come by!', 'Without asking'])
})

test('of two concurrent replies one is sent and the other refused', async () => {
  const { tenant, teammate, say } = await aScene()
  for (let round = 0; round < 5; round++) {
    const seen = 1 + round
    const answers = await Promise.all([say(tenant.owner, `A${round}`, seen), say(teammate, `B${round}`, seen)])
    const refused = answers.filter((answer) => answer instanceof ApiFailure)
    expect(refused).toHaveLength(1)
    expect(refused[0]).toFail('AnsweredMeanwhile')
  }
})

test('one’s own, inbound and automatic messages don’t count as unseen replies', async () => {
  const { tenant, phone, say } = await aScene()
  ok(await say(tenant.owner, 'One', 1))
  ok(await say(tenant.owner, 'Two', 1))
  await tenant.textFrom(phone, 'Hello?')
  await tenant.textFrom(phone, 'HELP')
  ok(await say(tenant.owner, 'Three', 1))
})

test('a reply that can still be undone counts until it is undone', async () => {
  const { tenant, teammate, conversation, say } = await aScene()
  const undoable = ok(
    await teammate.call(contract.scheduledMessages.create, {
      conversationSid: conversation.sid,
      text: 'Hm',
      clientMessageId: crypto.randomUUID(),
      lastSeenIndex: 1,
    }),
  ).data
  const refused = await say(tenant.owner, 'We are open', 1)
  expect(refused).toFail('AnsweredMeanwhile')
  expect((refused as ApiFailure).body.data).toMatchObject({ answers: [{ body: 'Hm', index: null }] })
  ok(await teammate.call(contract.scheduledMessages.cancel, { sid: undoable.sid }))
  ok(await say(tenant.owner, 'We are open', 1))
  expect(
    await teammate.call(contract.scheduledMessages.create, {
      conversationSid: conversation.sid,
      text: 'Hm',
      clientMessageId: crypto.randomUUID(),
      lastSeenIndex: 1,
    }),
  ).toFail('AnsweredMeanwhile')
})

test('undo send is a preference of each user', async () => {
  const tenant = await instance.createTenant()
  const { getPreferences, savePreferences } = contract.profile
  expect(ok(await tenant.owner.call(getPreferences, undefined)).data).toEqual({ undoSend: false, opensNext: true })
  ok(await tenant.owner.call(savePreferences, { undoSend: true }))
  ok(await tenant.owner.call(savePreferences, { opensNext: false }))
  expect(ok(await tenant.owner.call(getPreferences, undefined)).data).toEqual({ undoSend: true, opensNext: false })
  const teammate = await tenant.createUser('Manager')
  expect(ok(await teammate.call(getPreferences, undefined)).data).toEqual({ undoSend: false, opensNext: true })
})
