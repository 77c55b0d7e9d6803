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

async function receiveText(tenant: Tenant, phone: string, body: string) {
  const { sid } = await tenant.textFrom(phone, body)
  await instance.idle()
  const conversation = await tenant.conversationWith(phone)
  const message = (await tenant.messagesOf({ sid })).at(-1)
  if (!message || !conversation) throw new Error('Text not received.')
  return { sid, message, translation: translationOf(message), language: conversation.contact.language }
}

test('a text in another language is translated live, sets the contact’s language, and both texts are searchable', async () => {
  const tenant = await anEnglishTenant()
  const screen = await connectLive(instance.url, tenant.owner.auth)
  const { lastId } = await screen.catchUp(null)
  const phone = newPhone()
  const { message, translation, language, sid } = await receiveText(tenant, phone, HELLO)
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
  const before = await modelRequests()
  for (const body of ['Hi, can I move my appointment to Tuesday?', '👍', 'https://example.test/una-cita']) {
    const { translation, language } = await receiveText(tenant, newPhone(), body)
    expect({ translation, language }).toEqual({ translation: undefined, language: null })
  }
  expect(await modelRequests()).toBe(before)

  // For an unknown or unsupported language the model returns its input.
  for (const body of ['Brrzk Wqxt', 'Haben Sie morgen Zeit für mich?'])
    expect((await receiveText(tenant, newPhone(), body)).translation).toBeUndefined()
})

test('nothing is translated or sent to the language model unless the business has turned it on', async () => {
  const tenant = await instance.createTenant()
  const before = await modelRequests()
  const { translation, language, message, sid } = await receiveText(tenant, newPhone(), HELLO)
  expect({ translation, language }).toEqual({ translation: undefined, language: null })
  expect(await modelRequests()).toBe(before)
  expect(ok(await tenant.owner.call(contract.translation.get, {})).data).toEqual({ isAvailable: true, to: null })
  const input = { conversationSid: sid, text: 'Yes', to: 'es' }
  expect(await tenant.owner.call(contract.translation.translateText, input)).toFail('TranslationOff')
  expect(await tenant.owner.call(contract.translation.translateMessage, { sid: message.sid })).toFail('TranslationOff')

  // Once turned on, older texts can be translated manually.
  await translateTo(tenant.owner, 'en')
  const translated = ok(await tenant.owner.call(contract.translation.translateMessage, { sid: message.sid })).data
  expect(translationOf(translated)?.text).toContain('appointment')
  const again = ok(await tenant.owner.call(contract.translation.translateMessage, { sid: message.sid })).data
  expect(again.version).toBe(translated.version)
})

test('a contact’s language follows their texts, unless a teammate set it', async () => {
  const tenant = await anEnglishTenant()
  const phone = newPhone()
  expect((await receiveText(tenant, phone, HELLO)).language).toBe('es')
  // Two words are inconclusive; a sentence is not.
  expect((await receiveText(tenant, phone, 'ok thanks')).language).toBe('es')
  expect((await receiveText(tenant, phone, 'Great, I will come on Tuesday morning then')).language).toBe('en')
  const contact = (await tenant.conversationWith(phone))?.contact
  const id = contact?.id ?? ''
  expect(ok(await tenant.owner.call(contract.contacts.update, { id, language: 'pt-BR' })).language).toBe('pt-BR')
  expect((await receiveText(tenant, phone, HELLO)).language).toBe('pt-BR')
  ok(await tenant.owner.call(contract.contacts.update, { id, language: null }))
  expect((await receiveText(tenant, phone, HELLO)).language).toBe('es')
  expect(await tenant.owner.call(contract.contacts.update, { id, language: 'Spanish' })).toFail('InvalidInput')
})

test('a reply is sent as translated and keeps its original, now or scheduled', async () => {
  const tenant = await anEnglishTenant()
  const phone = newPhone()
  const { sid } = await receiveText(tenant, phone, HELLO)
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

  // An edited text drops the original.
  const edited = ok(
    await tenant.owner.call(contract.scheduledMessages.create, { ...sent(sid, shown.text, translation) }),
  ).data
  const changed = ok(
    await tenant.owner.call(contract.scheduledMessages.update, { sid: edited.sid, text: 'Mejor el viernes' }),
  )
  expect(changed.data.translation).toBeUndefined()
})

test('failed requests are retried; after the last one the menu still offers translation', async () => {
  const tenant = await anEnglishTenant()
  const phone = newPhone()
  let heal = await instance.addFault({ kind: 'fail-model', code: 500 })
  const { sid, message, translation } = await receiveText(tenant, phone, HELLO)
  expect(translation).toBeUndefined()
  expect(await tenant.owner.call(contract.translation.translateMessage, { sid: message.sid })).toFail(
    'TranslationUnavailable',
  )
  const input = { conversationSid: sid, text: 'Yes', to: 'es' }
  expect(await tenant.owner.call(contract.translation.translateText, input)).toFail('TranslationUnavailable')
  await heal()
  // Its retry is due after about three seconds: on a busy machine it has run by itself.
  await instance.runDelayedJobs('translate-inbound', { mayHaveRun: true })
  expect((await tenant.messagesOf({ sid })).map(translationOf)).toEqual([expect.objectContaining({ language: 'es' })])

  // An invalid key is not retried.
  heal = await instance.addFault({ kind: 'fail-model', code: 401 })
  const refused = await receiveText(tenant, newPhone(), HELLO)
  expect(refused.translation).toBeUndefined()
  await heal()
  await expect(instance.runDelayedJobs('translate-inbound')).rejects.toThrow('No delayed job')
  ok(await tenant.owner.call(contract.translation.translateMessage, { sid: refused.message.sid }))
})

test('translating requires access to the conversation, and a text', async () => {
  const tenant = await anEnglishTenant()
  const { sid, message } = await receiveText(tenant, newPhone(), HELLO)
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

test('texts are never logged', async () => {
  const tenant = await anEnglishTenant()
  const heal = await instance.addFault({ kind: 'garble-model', times: 1 })
  const { sid } = await receiveText(tenant, newPhone(), HELLO)
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
  // Retries are logged; there are no other errors.
  expect(new Set(instance.errors.map((parts) => JSON.stringify(parts).includes('"job":"translate-inbound"')))).toEqual(
    new Set([true]),
  )
})

/** Number of requests to the model. */
const modelRequests = async () => (await instance.modelRequests('')).length
