import { type CatchUp, type Conversation, contract, type Message, type RealtimeEvent } from '@frontdesk/contract/api'
import { expect, test } from 'vitest'
import { ok } from '../../testing/client.ts'
import { connectLive, type LiveConnection } from '../../testing/live-connection.ts'
import { newPhone, sharedTestInstance, type Tenant, type TestUser } from '../../testing/test-instance.ts'

const instance = await sharedTestInstance()

/** Seeded random numbers, so that a run can be repeated: the test title names the seed. */
function chance(seed: number) {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    is: (share: number) => next() < share,
    of: <T>(items: readonly T[]): T => items[Math.floor(next() * items.length)] as T,
  }
}

interface Snapshot {
  conversations: Map<string, Conversation>
  messages: Map<string, Message>
}

async function fetchAll(tenant: Tenant, person: TestUser): Promise<Snapshot> {
  const narrowed = [{ isClosed: true }, { isClosed: false }, { isSnoozed: true }]
  const lists = await Promise.all(narrowed.map((filter) => tenant.list(person, { ...filter, pageSize: 100 })))
  const conversations = lists.flat()
  const messages = await Promise.all(conversations.map((conversation) => tenant.messagesOf(conversation, person)))
  return {
    conversations: new Map(conversations.map((conversation) => [conversation.sid, conversation])),
    messages: new Map(messages.flat().map((message) => [message.sid, message])),
  }
}

/** Applies an event like a client: the higher version wins, and the viewer keeps their own draft and mark. */
function apply({ conversations, messages }: Snapshot, event: RealtimeEvent, userID: string): void {
  const withOwn = (
    conversation: Conversation,
    own: Pick<Conversation['attributes'], 'drafts' | 'isMarkedUnread'>,
  ): Conversation => ({ ...conversation, attributes: { ...conversation.attributes, ...own } })
  const putConversation = (conversation: Conversation) => {
    const cached = conversations.get(conversation.sid)
    if (cached && cached.version > conversation.version) return
    const { drafts = [], isMarkedUnread = false } = cached?.attributes ?? {}
    conversations.set(conversation.sid, withOwn(conversation, { drafts, isMarkedUnread }))
  }
  const putMessage = (message: Message) => {
    if ((messages.get(message.sid)?.version ?? 0) <= message.version) messages.set(message.sid, message)
  }
  if (event.type === 'conversation.changed' || event.type === 'message.created') putConversation(event.conversation)
  if (event.type === 'message.changed' || event.type === 'message.created') putMessage(event.message)
  if (event.type === 'conversation.gone') conversations.delete(event.sid)
  if (event.type === 'conversation.gone' || event.type === 'thread.renumbered')
    for (const [sid, message] of messages) if (message.conversationSid === event.sid) messages.delete(sid)
  if (event.type === 'draft.changed') {
    const cached = conversations.get(event.conversationSid)
    const drafts = event.messageDraft.trim() === '' ? [] : [{ userID, messageDraft: event.messageDraft }]
    if (cached) conversations.set(cached.sid, withOwn(cached, { drafts }))
  }
  if (event.type === 'unread-mark.changed') {
    const cached = conversations.get(event.conversationSid)
    if (cached) conversations.set(cached.sid, withOwn(cached, { isMarkedUnread: event.isMarkedUnread }))
  }
}

/** A screen that shows what it fetched once and the events it received since. */
class Screen {
  readonly #tenant: Tenant
  readonly person: TestUser
  readonly name: string
  shown: Snapshot = { conversations: new Map(), messages: new Map() }
  #live: LiveConnection | null = null
  #lastId: string | null = null
  #applied = 0
  #renumbered = new Set<string>()

  constructor(tenant: Tenant, person: TestUser, name: string) {
    this.#tenant = tenant
    this.person = person
    this.name = name
  }

  async connect(): Promise<void> {
    this.#live = await connectLive(instance.url, this.person.auth)
    this.#applied = 0
    const answer = await this.#live.catchUp(this.#lastId)
    if (this.#lastId === null || answer.status === 'reload') this.shown = await fetchAll(this.#tenant, this.person)
    this.#take(answer)
    await this.#askAgain()
  }

  /** Everything that was pushed so far has been heard: the answer came after it, on the same socket. */
  async hearAll(): Promise<void> {
    await this.#live?.catchUp(null)
    for (const event of this.#live?.received.slice(this.#applied) ?? []) {
      this.#applied += 1
      this.#apply(event)
    }
    await this.#askAgain()
  }

  /** A renumbered thread is refetched, as an open one is. */
  async #askAgain(): Promise<void> {
    for (const sid of this.#renumbered) {
      if (!this.shown.conversations.has(sid)) continue
      for (const message of await this.#tenant.messagesOf({ sid }, this.person))
        this.shown.messages.set(message.sid, message)
    }
    this.#renumbered.clear()
  }

  async disconnect(): Promise<void> {
    await this.hearAll()
    this.#live?.close()
    this.#live = null
  }

  get isConnected(): boolean {
    return this.#live !== null
  }

  #take(answer: CatchUp): void {
    for (const event of answer.status === 'ok' ? answer.events : []) this.#apply(event)
    this.#remember(answer.lastId)
  }

  #apply(event: RealtimeEvent): void {
    apply(this.shown, event, this.person.auth.userId)
    if (event.type === 'thread.renumbered') this.#renumbered.add(event.sid)
    if (event.id !== null) this.#remember(event.id)
  }

  #remember(id: string): void {
    if (this.#lastId === null || BigInt(id) > BigInt(this.#lastId)) this.#lastId = id
  }
}

test.each([1, 2, 3])(
  'an old snapshot with the missed events equals a fresh snapshot, for every user (seed %i)',
  async (seed) => {
    const { is, of } = chance(seed)
    const tenant = await instance.createTenant({ locations: 2 })
    const [here = ''] = tenant.locationIds
    const people = [
      tenant.owner,
      await tenant.createUser('Manager', { locationIds: [here] }),
      await tenant.createUser('TeamMember', { locationIds: [here] }),
    ]
    const phones = Array.from({ length: 3 }, newPhone)
    for (const phone of phones) {
      for (const [i, number] of tenant.numbers.entries()) {
        ok(
          await tenant.owner.call(contract.conversations.getSetSms, {
            contactPhoneNumber: phone,
            tenantPhoneNumber: number,
            toUserID: i === 0 ? of([null, ...people.map(({ auth }) => auth.userId)]) : null,
          }),
        )
      }
    }
    const screens = people.flatMap((person, i) => [
      new Screen(tenant, person, `person ${i}, always connected`),
      new Screen(tenant, person, `person ${i}, now and then`),
    ])
    for (const screen of screens) await screen.connect()

    const text = (body: string) =>
      fetch(`${instance.url}/sandbox/api/phones/${of(phones)}/messages`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ to: of(tenant.numbers), body }),
      })
    const act = async (step: number, kind: string): Promise<unknown> => {
      const person = of(people)
      const { sid } = of([...(screens[0]?.shown.conversations.values() ?? [])])
      const { conversations, messages } = contract
      switch (kind) {
        case 'text':
          return text(`Text ${step}`)
        case 'stop':
          return text('STOP')
        case 'start':
          return text('START')
        case 'send':
          return person.call(messages.send, {
            conversationSid: sid,
            text: `Answer ${step}`,
            clientMessageId: crypto.randomUUID(),
          })
        case 'read':
          return person.call(contract.attention.markRead, { sid, upToIndex: of([1, 3, 100]) })
        case 'close':
          return person.call(conversations.close, { sid })
        case 'open':
          return person.call(conversations.open, { sid })
        case 'block':
          return person.call(conversations.block, { sid })
        case 'unblock':
          return person.call(conversations.unblock, { sid })
        case 'snooze':
          return person.call(contract.attention.snooze, { sid, until: null })
        case 'unsnooze':
        case 'handled':
          return person.call(contract.attention[kind], { sid })
        case 'mark-unread':
          return person.call(contract.attention.markUnread, { sid })
        case 'merge':
          return person.call(contract.merging.merge, {
            sid,
            intoSid: of([...(screens[0]?.shown.conversations.keys() ?? [])]),
          })
        case 'unmerge': {
          const merged = [...(screens[0]?.shown.conversations.values() ?? [])].find((one) => one.merged)
          const mergedSid = merged?.merged?.[0]?.sid
          return mergedSid && tenant.owner.call(contract.merging.unmerge, { sid: merged.sid, mergedSid })
        }
        case 'rename':
          return person.call(contract.conversations.updateFriendlyName, {
            sid,
            friendlyName: of(['', `Name ${step}`]),
          })
        case 'tell':
          return person.call(contract.messages.sendUpdates, {
            conversationSid: sid,
            text: `Step ${step}`,
            clientMessageId: crypto.randomUUID(),
          })
        case 'fix':
          return person.call(contract.messages.fixSms, { sid })
        case 'delete': {
          const message = of([...(screens[0]?.shown.messages.keys() ?? []), ''])
          return message && tenant.owner.call(messages.remove, { sid: message })
        }
        default:
          return person.call(conversations.saveDraft, { sid, messageDraft: of(['', 'Dear', 'Dear you']) })
      }
    }
    for (let round = 0; round < 12; round++) {
      const kinds = Array.from({ length: 5 }, () =>
        of([
          'text',
          'text',
          'send',
          'send',
          'read',
          'read',
          'close',
          'open',
          'draft',
          'block',
          'unblock',
          'stop',
          'start',
          'snooze',
          'unsnooze',
          'handled',
          'mark-unread',
          'merge',
          'unmerge',
          'rename',
          'tell',
          'fix',
          'delete',
        ]),
      )
      await Promise.all(kinds.map((kind, i) => act(round * 5 + i, kind)))
      if (is(0.5)) await instance.idle()
      for (const screen of screens.filter(({ name }) => name.endsWith('now and then'))) {
        if (is(0.5)) await (screen.isConnected ? screen.disconnect() : screen.connect())
      }
    }
    await instance.idle()
    for (const screen of screens) {
      if (!screen.isConnected) await screen.connect()
      await screen.hearAll()
      const fresh = await fetchAll(tenant, screen.person)
      for (const kind of ['conversations', 'messages'] as const) {
        const [shown, expected] = [screen.shown[kind], fresh[kind]]
        expect([screen.name, kind, [...shown.keys()].sort()]).toEqual([screen.name, kind, [...expected.keys()].sort()])
        for (const [sid, item] of expected) expect([screen.name, shown.get(sid)]).toEqual([screen.name, item])
      }
      await screen.disconnect()
    }
    expect(instance.errors).toEqual([])
  },
)
