import { inspect } from 'node:util'
import { contract, type Message } from '@frontdesk/contract/api'
import { expect, test } from 'vitest'
import { ok } from '../../testing/client.ts'
import { connectLive } from '../../testing/live-connection.ts'
import { newPhone, sharedTestInstance, type Tenant, type TestUser } from '../../testing/test-instance.ts'

const instance = await sharedTestInstance()

const HELLO = 'Hola, ¿puedo cambiar mi cita del martes?'

async function anEnglishTenant(): Promise<Tenant> {
  const tenant = await instance.createTenant()
  await translateTo(tenant.owner, 'en')
  return tenant
}
const translateTo = async (person: TestUser, language: string | null) =>
  ok(await person.call(contract.conversationConfigs.save, { translateTo: language }))
const translationOf = ({ attributes }: Message) => ('translation' in attributes ? attributes.translation : undefined)
const sent = (
  conversationSid: string,
  text: string,
  translation?: { language: string; text: string; textLanguage: string },
) => ({
  conversationSid,
  text,
  translation,
  clientMessageId: crypto.randomUUID(),
})

async function heard(tenant: Tenant, phone: string, body: string) {
  const { sid } = await tenant.textFrom(phone, body)
  await instance.idle()
  const conversation = await tenant.conversationWith(phone)
  const message = (await tenant.messagesOf({ sid })).at(-1)
  if (!message || !conversation) throw new Error('The text is there.')
  return { sid, message, translation: translationOf(message), language: conversation.contact.language }
}

test('a text in another language gets its translation, live, and its writer a language; both texts are found', async () => {
  const tenant = await anEnglishTenant()
  const screen = await connectLive(instance.url, tenant.owner.auth)
  const { lastId } = await screen.catchUp(null)
  const phone = newPhone()
  const { message, translation, language, sid } = await heard(tenant, phone, HELLO)
  expect(message.body).toBe(HELLO)
  expect(translation).toEqual({ language: 'es', text: expect.stringContaining('appointment'), textLanguage: 'en' })
  expect(language).toBe('es')
  await expect
    .poll(() => screen.received.some((event) => event.type === 'message.changed' && translationOf(event.message)))
    .toBeTruthy()
  const missed = await screen.catchUp(lastId)
  expect(
    missed.status === 'ok' && missed.events.some((event) => 'message' in event && translationOf(event.message)),
  ).toBe(true)
  screen.close()
  for (const text of ['cita', 'appointment']) {
    const { hits } = ok(await tenant.owner.call(contract.messageSearch.search, { text })).data
    expect(hits.map((hit) => hit.conversationSid)).toEqual([sid])
  }
})

test('what is in the language of the team already, or has no words, is left alone and is not sent to the language model', async () => {
  const tenant = await anEnglishTenant()
  const before = await asked()
  for (const body of ['Hi, can I move my appointment to Tuesday?', '👍', 'https://example.test/una-cita']) {
    const { translation, language } = await heard(tenant, newPhone(), body)
    expect({ translation, language }).toEqual({ translation: undefined, language: null })
  }
  expect(await asked()).toBe(before)

  // A name the model knows no language of, and a language it does not speak: it gives back what it got.
  for (const body of ['Brrzk Wqxt', 'Haben Sie morgen Zeit für mich?'])
    expect((await heard(tenant, newPhone(), body)).translation).toBeUndefined()
})

test('nothing is translated or sent to the language model unless the business has turned it on', async () => {
  const tenant = await instance.createTenant()
  const before = await asked()
  const { translation, language, message, sid } = await heard(tenant, newPhone(), HELLO)
  expect({ translation, language }).toEqual({ translation: undefined, language: null })
  expect(await asked()).toBe(before)
  expect(ok(await tenant.owner.call(contract.translation.get, {})).data).toEqual({ isAvailable: true, to: null })
  const input = { conversationSid: sid, text: 'Yes', to: 'es' }
  expect(await tenant.owner.call(contract.translation.translateText, input)).toFail('TranslationOff')
  expect(await tenant.owner.call(contract.translation.translateMessage, { sid: message.sid })).toFail('TranslationOff')

  // Once it is on, older texts are translated by hand.
  await translateTo(tenant.owner, 'en')
  const translated = ok(await tenant.owner.call(contract.translation.translateMessage, { sid: message.sid })).data
  expect(translationOf(translated)?.text).toContain('appointment')
  const again = ok(await tenant.owner.call(contract.translation.translateMessage, { sid: message.sid })).data
  expect(again.version).toBe(translated.version)
})

test('a language follows what somebody writes, unless a person chose it', async () => {
  const tenant = await anEnglishTenant()
  const phone = newPhone()
  expect((await heard(tenant, phone, HELLO)).language).toBe('es')
  // Two words tell nothing, a sentence does.
  expect((await heard(tenant, phone, 'ok thanks')).language).toBe('es')
  expect((await heard(tenant, phone, 'Great, I will come on Tuesday morning then')).language).toBe('en')
  const contact = (await tenant.conversationWith(phone))?.contact
  const id = contact?.id ?? ''
  expect(ok(await tenant.owner.call(contract.contacts.update, { id, language: 'pt-BR' })).language).toBe('pt-BR')
  expect((await heard(tenant, phone, HELLO)).language).toBe('pt-BR')
  ok(await tenant.owner.call(contract.contacts.update, { id, language: null }))
  expect((await heard(tenant, phone, HELLO)).language).toBe('es')
  expect(await tenant.owner.call(contract.contacts.update, { id, language: 'Spanish' })).toFail('InvalidInput')
})

test('an answer goes out as it was shown, and keeps how it was written, at once and later', async () => {
  const tenant = await anEnglishTenant()
  const phone = newPhone()
  const { sid } = await heard(tenant, phone, HELLO)
  const text = 'Yes, on Thursday'
  const shown = ok(
    await tenant.owner.call(contract.translation.translateText, { conversationSid: sid, text, to: 'es' }),
  ).data
  expect(shown).toEqual({ language: 'en', text: expect.stringContaining('jueves') })
  const translation = { language: 'es', text, textLanguage: 'en' }
  ok(await tenant.owner.call(contract.conversations.saveDraft, { sid, messageDraft: text }))
  const { message } = ok(await tenant.owner.call(contract.messages.send, sent(sid, shown.text, translation))).data
  expect(message.body).toBe(shown.text)
  expect(translationOf(message)).toEqual(translation)
  expect((await tenant.conversationWith(phone))?.attributes.drafts).toEqual([])
  await instance.idle()
  expect((await tenant.messagesOnPhone(phone)).at(-1)?.body).toBe(shown.text)

  const later = ok(
    await tenant.owner.call(contract.scheduledMessages.create, {
      ...sent(sid, shown.text, translation),
      sendAt: Temporal.Now.instant().add({ hours: 48 }).toString(),
    }),
  ).data
  expect(later.translation).toEqual(translation)
  ok(await tenant.owner.call(contract.scheduledMessages.sendNow, { sid: later.sid }))
  expect((await tenant.messagesOf({ sid })).map(translationOf).at(-1)).toEqual(translation)

  // Other words are not what was written first.
  const edited = ok(
    await tenant.owner.call(contract.scheduledMessages.create, { ...sent(sid, shown.text, translation) }),
  ).data
  const changed = ok(
    await tenant.owner.call(contract.scheduledMessages.update, { sid: edited.sid, text: 'Mejor el viernes' }),
  )
  expect(changed.data.translation).toBeUndefined()
})

test('a model that fails is asked again; what it gives up on is left to the menu, and says so', async () => {
  const tenant = await anEnglishTenant()
  const phone = newPhone()
  let heal = await instance.addFault({ kind: 'fail-model', code: 500 })
  const { sid, message, translation } = await heard(tenant, phone, HELLO)
  expect(translation).toBeUndefined()
  expect(await tenant.owner.call(contract.translation.translateMessage, { sid: message.sid })).toFail(
    'TranslationUnavailable',
  )
  const input = { conversationSid: sid, text: 'Yes', to: 'es' }
  expect(await tenant.owner.call(contract.translation.translateText, input)).toFail('TranslationUnavailable')
  await heal()
  await instance.runDelayedJobs('translate-inbound')
  expect((await tenant.messagesOf({ sid })).map(translationOf)).toEqual([expect.objectContaining({ language: 'es' })])

  // A key that is not right will not be right in a minute.
  heal = await instance.addFault({ kind: 'fail-model', code: 401 })
  const refused = await heard(tenant, newPhone(), HELLO)
  expect(refused.translation).toBeUndefined()
  await heal()
  await expect(instance.runDelayedJobs('translate-inbound')).rejects.toThrow('No job')
  ok(await tenant.owner.call(contract.translation.translateMessage, { sid: refused.message.sid }))
})

test('only who sees a conversation has its texts translated, and only texts are', async () => {
  const tenant = await anEnglishTenant()
  const { sid, message } = await heard(tenant, newPhone(), HELLO)
  const stranger = await anEnglishTenant()
  const input = { conversationSid: sid, text: 'Yes', to: 'es' }
  expect(await stranger.owner.call(contract.translation.translateText, input)).toFail('ConversationNotFound')
  expect(await stranger.owner.call(contract.translation.translateMessage, { sid: message.sid })).toFail(
    'MessageNotFound',
  )
  const note = ok(
    await tenant.owner.call(contract.notes.addToConversation, {
      conversationSid: sid,
      note: 'Llamar mañana',
      clientMessageId: crypto.randomUUID(),
    }),
  )
  expect(await tenant.owner.call(contract.translation.translateMessage, { sid: note.data.message.sid })).toFail(
    'MessageNotFound',
  )
  const ours = ok(await tenant.owner.call(contract.messages.send, sent(sid, 'See you on Tuesday morning'))).data.message
  expect(await tenant.owner.call(contract.translation.translateMessage, { sid: ours.sid })).toFail('SameLanguage')
})

test('no log holds what was said', async () => {
  const tenant = await anEnglishTenant()
  const heal = await instance.addFault({ kind: 'garble-model', times: 1 })
  const { sid } = await heard(tenant, newPhone(), HELLO)
  await heal()
  const failed = await instance.addFault({ kind: 'refuse-model' })
  expect(
    await tenant.owner.call(contract.translation.translateText, { conversationSid: sid, text: HELLO, to: 'en' }),
  ).toFail('TranslationUnavailable')
  await failed()
  await instance.runDelayedJobs('translate-inbound')
  expect((await tenant.messagesOf({ sid })).map(translationOf)).toEqual([expect.objectContaining({ language: 'es' })])
  expect(
    JSON.stringify(instance.logLines, (_key, value) => (value instanceof Error ? inspect(value) : value)),
  ).not.toMatch(/cita/)
  // Each time it will be tried again; nothing else went wrong.
  expect(new Set(instance.errors.map((parts) => JSON.stringify(parts).includes('"job":"translate-inbound"')))).toEqual(
    new Set([true]),
  )
})

/** How often the model was asked. */
const asked = async () => (await instance.modelRequests('')).length
