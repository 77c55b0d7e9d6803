import { contract } from '@frontdesk/contract/api'
import { expect, test } from 'vitest'
import { ok } from '../../testing/client.ts'
import { newPhone, sharedTestInstance, type TestUser } from '../../testing/test-instance.ts'

const instance = await sharedTestInstance()

const answer = (person: TestUser, conversationSid: string, quotedSid: string, text = 'Tuesday works') =>
  person.call(contract.messages.send, { conversationSid, text, quotedSid, clientMessageId: crypto.randomUUID() })
const quoteOf = (attributes: unknown) => (attributes as { quote?: unknown }).quote

test('a quote is visible to the team; the phone gets the text only', async () => {
  const tenant = await instance.createTenant()
  const phone = newPhone()
  const { sid } = await tenant.textFrom(phone, 'Can I come on Tuesday?')
  const [question] = await tenant.messagesOf({ sid })
  if (!question) throw new Error('The question is there.')
  const { message } = ok(await answer(tenant.owner, sid, question.sid)).data
  const quote = {
    sid: question.sid,
    index: 1,
    author: phone,
    isOutgoingMessage: false,
    text: 'Can I come on Tuesday?',
    isDeleted: false,
  }
  expect(quoteOf(message.attributes)).toEqual(quote)
  await instance.idle()
  expect((await tenant.messagesOnPhone(phone)).at(-1)?.body).toBe('Tuesday works')
  expect(quoteOf((await tenant.messagesOf({ sid }))[1]?.attributes)).toEqual(quote)

  ok(await tenant.owner.call(contract.messages.remove, { sid: question.sid }))
  expect(quoteOf((await tenant.messagesOf({ sid }))[1]?.attributes)).toMatchObject({ text: '', isDeleted: true })
})

test('a scheduled message can have a quote', async () => {
  const tenant = await instance.createTenant()
  const { sid } = await tenant.textFrom(newPhone(), 'Please remind me')
  const [question] = await tenant.messagesOf({ sid })
  const scheduled = ok(
    await tenant.owner.call(contract.scheduledMessages.create, {
      conversationSid: sid,
      text: 'Your appointment is tomorrow',
      quotedSid: question?.sid,
      clientMessageId: crypto.randomUUID(),
      sendAt: Temporal.Now.instant().add({ hours: 48 }).toString(),
    }),
  ).data
  ok(await tenant.owner.call(contract.scheduledMessages.sendNow, { sid: scheduled.sid }))
  const sent = (await tenant.messagesOf({ sid })).at(-1)
  expect(quoteOf(sent?.attributes)).toMatchObject({ sid: question?.sid, text: 'Please remind me' })
})

test('only existing messages of the same conversation can be quoted', async () => {
  const tenant = await instance.createTenant()
  const [here, elsewhere] = [await tenant.textFrom(newPhone(), 'Here'), await tenant.textFrom(newPhone(), 'Elsewhere')]
  const otherTenant = await instance.createTenant()
  const foreignText = await otherTenant.textFrom(newPhone(), 'Theirs')
  const [other] = await tenant.messagesOf(elsewhere)
  const [foreign] = await otherTenant.messagesOf(foreignText)
  for (const quoted of [other?.sid, foreign?.sid, 'IM0123456789abcdef0123456789abcdef'])
    expect(await answer(tenant.owner, here.sid, quoted ?? '')).toFail('MessageNotFound')
  const [own] = await tenant.messagesOf(here)
  ok(await tenant.owner.call(contract.messages.remove, { sid: own?.sid ?? '' }))
  expect(await answer(tenant.owner, here.sid, own?.sid ?? '')).toFail('MessageNotFound')
  expect(instance.errors).toEqual([])
})
