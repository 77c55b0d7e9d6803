import type { ScheduledMessage } from '@frontdesk/contract/api'
import { expect, test, vi } from 'vitest'
import { aConversation, aMessage } from '../../testing/a-conversation.ts'
import { ASK_AFTER_MS, Outbox, type OutboxPorts, type Outgoing, type Sent } from './outbox.ts'

const unreachable = new Error('network')
const sent: Sent = { message: aMessage(1), conversation: aConversation(1) }

function anOutbox(ports: Partial<OutboxPorts> = {}) {
  const stored = new Map<string, string>()
  const world = { now: Date.UTC(2026, 0, 1), isDown: false, userId: 'me', tried: [] as string[] }
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  }
  const make = () =>
    new Outbox({
      send: async ({ text }) => {
        world.tried.push(text)
        if (world.isDown) throw unreachable
        return sent
      },
      cancelSend: async () => true,
      isUnreachable: (error) => error === unreachable,
      codeOf: () => 'SendRefused',
      onSent: () => undefined,
      userId: () => world.userId,
      now: () => world.now,
      storage,
      locks: undefined,
      ...ports,
    })
  return { outbox: make(), restart: make, world }
}

const add = (outbox: Outbox, text: string, conversationSid = 'CH1') =>
  outbox.add({ clientMessageId: crypto.randomUUID(), conversationSid, text, attachments: [] })
const states = (outbox: Outbox) => outbox.items.map(({ text, state }) => `${text} ${state}`)

test('messages go out in the order they were written, each once', async () => {
  const { outbox, world } = anOutbox()
  for (const text of ['one', 'two', 'three']) add(outbox, text)
  await vi.waitFor(() => expect(outbox.items).toEqual([]))
  expect(world.tried).toEqual(['one', 'two', 'three'])
})

test('a lost connection keeps everything, and the same ids go out in order when it is back', async () => {
  const seen: Outgoing[] = []
  const { outbox, world } = anOutbox({
    send: async (outgoing) => {
      seen.push(outgoing)
      if (world.isDown) throw unreachable
      return sent
    },
  })
  world.isDown = true
  add(outbox, 'one')
  add(outbox, 'two')
  await vi.waitFor(() => expect(states(outbox)).toEqual(['one waiting', 'two waiting']))
  expect(seen.map(({ text }) => text)).toEqual(['one'])

  world.isDown = false
  outbox.resend()
  await vi.waitFor(() => expect(outbox.items).toEqual([]))
  expect(seen.map(({ text }) => text)).toEqual(['one', 'one', 'two'])
  expect(seen[0]?.clientMessageId).toBe(seen[1]?.clientMessageId)
})

test('one conversation does not wait for another', async () => {
  const { outbox } = anOutbox({
    send: async ({ conversationSid }) => {
      if (conversationSid === 'CH1') throw unreachable
      return sent
    },
  })
  add(outbox, 'stuck', 'CH1')
  add(outbox, 'free', 'CH2')
  await vi.waitFor(() => expect(states(outbox)).toEqual(['stuck waiting']))
})

test('survives a reload, and checks messages older than an hour with the server first', async () => {
  const { outbox, restart, world } = anOutbox()
  world.isDown = true
  add(outbox, 'old')
  await vi.waitFor(() => expect(states(outbox)).toEqual(['old waiting']))

  world.now += ASK_AFTER_MS + 1
  world.isDown = false
  const reloaded = restart()
  reloaded.resend()
  await Promise.resolve()
  expect(states(reloaded)).toEqual(['old ask'])
  expect(world.tried).toEqual(['old'])

  reloaded.confirm(reloaded.items[0]?.clientMessageId ?? '')
  await vi.waitFor(() => expect(reloaded.items).toEqual([]))
  expect(world.tried).toEqual(['old', 'old'])
})

test('a new message after more than an hour does not send the waiting ones without confirmation', async () => {
  const { outbox, world } = anOutbox()
  world.isDown = true
  add(outbox, 'old')
  await vi.waitFor(() => expect(states(outbox)).toEqual(['old waiting']))
  world.now += ASK_AFTER_MS + 1
  world.isDown = false
  add(outbox, 'new')
  await vi.waitFor(() => expect(states(outbox)).toEqual(['old ask', 'new sending']))
  outbox.remove(outbox.items[0]?.clientMessageId ?? '')
  await vi.waitFor(() => expect(outbox.items).toEqual([]))
  expect(world.tried).toEqual(['old', 'new'])
})

test('messages of a closed tab are sent by another tab', async () => {
  vi.useFakeTimers()
  const { outbox, restart, world } = anOutbox()
  const other = restart()
  world.isDown = true
  add(other, 'begun in the other tab')
  await vi.waitFor(() => expect(states(other)).toEqual(['begun in the other tab waiting']))
  // The other tab is closed, and its retry timer with it.
  vi.clearAllTimers()
  world.isDown = false
  outbox.sync()
  expect(states(outbox)).toEqual(['begun in the other tab waiting'])
  await vi.advanceTimersByTimeAsync(3000)
  expect(outbox.items).toEqual([])
  expect(world.tried).toHaveLength(2)
  vi.useRealTimers()
})

test('a refusal keeps the text with its reasons and lets the next one pass', async () => {
  const refusal = Object.assign(new Error('refused'), { data: { reasons: ['opted-out', 'something new'] } })
  const { outbox } = anOutbox({
    send: async ({ text }) => {
      if (text === 'no') throw refusal
      return sent
    },
  })
  add(outbox, 'no')
  add(outbox, 'yes')
  await vi.waitFor(() => expect(states(outbox)).toEqual(['no refused']))
  expect(outbox.items[0]).toMatchObject({ code: 'SendRefused', reasons: ['opted-out'] })
})

test('a message that the server already has is not sent again', () => {
  const { outbox } = anOutbox({ send: () => new Promise(() => undefined) })
  add(outbox, 'one')
  const id = outbox.items[0]?.clientMessageId ?? ''
  outbox.settle(new Set([`IM${id.replaceAll('-', '')}`]))
  expect(outbox.items).toEqual([])
})

test('another user who signs in on this device does not send the previous user’s messages', async () => {
  const { outbox, restart, world } = anOutbox()
  world.isDown = true
  add(outbox, 'mine')
  await vi.waitFor(() => expect(states(outbox)).toEqual(['mine waiting']))

  world.isDown = false
  world.userId = 'somebody else'
  const theirs = restart()
  theirs.resend()
  await Promise.resolve()
  expect(world.tried).toEqual(['mine'])

  world.userId = 'me'
  theirs.resend()
  await vi.waitFor(() => expect(theirs.items).toEqual([]))
})

const answers = [{ author: 'Sam', authorUserID: null, body: 'Yes', dateCreated: '2026-01-01T00:00:00Z', index: 4 }]

test('a teammate’s reply in the meantime holds it and the messages behind it until the author confirms', async () => {
  const stale = Object.assign(new Error('meanwhile'), { data: { answers } })
  const seen: (number | undefined)[] = []
  const { outbox } = anOutbox({
    codeOf: (error) => (error === stale ? 'AnsweredMeanwhile' : 'SendRefused'),
    send: async ({ lastSeenIndex }) => {
      seen.push(lastSeenIndex)
      if (lastSeenIndex === 3) throw stale
      return sent
    },
  })
  const clientMessageId = crypto.randomUUID()
  outbox.add({ clientMessageId, conversationSid: 'CH1', text: 'one', attachments: [], lastSeenIndex: 3 })
  await vi.waitFor(() => expect(states(outbox)).toEqual(['one stale']))
  add(outbox, 'two')
  outbox.resend()
  expect(states(outbox)).toEqual(['one stale', 'two sending'])
  outbox.confirm(clientMessageId)
  await vi.waitFor(() => expect(outbox.items).toEqual([]))
  expect(seen).toEqual([3, 4, undefined])
})

test('a message that can be undone waits on the server, does not block others, and is undone or sent', async () => {
  const scheduled = {
    state: 'waiting',
    sendAt: '2026-01-01T00:00:05Z',
    dateCreated: '2026-01-01T00:00:00Z',
  } as ScheduledMessage
  const { outbox, world, restart } = anOutbox({
    send: async ({ canUndo }) => (canUndo ? { scheduled } : sent),
    cancelSend: async ({ text }) => text === 'one',
  })
  const [one, two] = [crypto.randomUUID(), crypto.randomUUID()]
  outbox.add({ clientMessageId: one, conversationSid: 'CH1', text: 'one', attachments: [], canUndo: true })
  outbox.add({ clientMessageId: two, conversationSid: 'CH1', text: 'two', attachments: [], canUndo: true })
  add(outbox, 'three')
  await vi.waitFor(() => expect(states(outbox)).toEqual(['one undoable', 'two undoable']))
  expect(outbox.items[0]?.undoUntil).toBe(new Date(world.now + 5000).toISOString())
  expect(states(restart())).toEqual(['one undoable', 'two undoable'])
  expect((await outbox.undo(one))?.text).toBe('one')
  expect(await outbox.undo(two)).toBeNull()
  expect(states(outbox)).toEqual(['two undoable'])
  world.now += 70_000
  outbox.resend()
  expect(outbox.items).toEqual([])
})
