import { type AuthResult, contract, RealtimeEvent } from '@frontdesk/contract/api'
import { io, type Socket } from 'socket.io-client'
import { afterEach, describe, expect, test } from 'vitest'
import { callEndpoint, ok } from '../../testing/client.ts'
import { connectLive, type LiveConnection } from '../../testing/live-connection.ts'
import { newPhone, sharedTestInstance, type TestUser } from '../../testing/test-instance.ts'

const instance = await sharedTestInstance()

const open: (LiveConnection | Socket)[] = []
afterEach(() => {
  for (const live of open.splice(0)) live.close()
})

const screenOf = async ({ auth }: { auth: AuthResult }) => {
  const live = await connectLive(instance.url, auth)
  open.push(live)
  return live
}

/** Tries to open a socket. Returns the reason for the refusal, or null. */
function refusalOf(auth: Record<string, unknown>, headers: Record<string, string> = {}): Promise<string | null> {
  const socket = io(instance.url, {
    path: '/realtime',
    transports: ['websocket'],
    auth,
    reconnection: false,
    extraHeaders: headers,
  })
  open.push(socket)
  return new Promise((resolve) => {
    socket.once('connect', () => resolve(null))
    socket.once('connect_error', (error) => resolve(error.message))
  })
}

/** Waits until all pushed events have arrived: the response follows them on the same socket. */
const heardBy = async (live: LiveConnection): Promise<RealtimeEvent[]> => {
  await live.catchUp(null)
  return live.received
}

describe('a live connection', () => {
  test('needs a session', async () => {
    const { owner } = await instance.createTenant()
    for (const token of [undefined, null, '', 'nonsense', {}, `${owner.auth.bearerToken}x`, owner.auth.refreshToken]) {
      expect([token, await refusalOf({ token })]).toEqual([token, 'NotSignedIn'])
    }
    expect(await refusalOf({})).toBe('NotSignedIn')
    expect(await refusalOf({ token: owner.auth.bearerToken })).toBe(null)
    ok(await owner.call(contract.accounts.logout, {}))
    expect(await refusalOf({ token: owner.auth.bearerToken })).toBe('NotSignedIn')
  })

  test('is refused to a page of another origin, even with a valid token', async () => {
    const { owner } = await instance.createTenant()
    const auth = { token: owner.auth.bearerToken }
    for (const origin of ['https://evil.example', 'null', `${instance.url}.evil.example`, 'nonsense']) {
      expect([origin, await refusalOf(auth, { origin })]).toEqual([origin, expect.any(String)])
    }
    expect(await refusalOf(auth, { origin: instance.url })).toBe(null)
  })

  test('ends with its session only', async () => {
    const { owner } = await instance.createTenant()
    const other = ok(
      await callEndpoint(instance.url, contract.accounts.authenticate, {
        userName: owner.auth.userName,
        password: 'correct horse battery',
      }),
    )
    const elsewhere = await screenOf({ auth: other })
    const socket = io(instance.url, {
      path: '/realtime',
      transports: ['websocket'],
      auth: { token: owner.auth.bearerToken },
    })
    open.push(socket)
    await new Promise<void>((resolve) => socket.once('connect', resolve))
    const ended = new Promise<void>((resolve) => socket.once('session.ended', resolve))
    const dropped = new Promise<string>((resolve) => socket.once('disconnect', resolve))
    ok(await owner.call(contract.accounts.logout, {}))
    await ended
    expect(await dropped).toBe('io server disconnect')
    expect(await elsewhere.catchUp(null)).toMatchObject({ status: 'ok' })
  })

  test('ends when its session expires, but not while the session is renewed', async () => {
    const tenant = await instance.createTenant()
    const renewing = await tenant.createUser('Manager')
    const ended: string[] = []
    const expireSoon = async (user: TestUser) =>
      instance.server.database.owner.query(
        `update directory.refresh_tokens set expires_at = now() + interval '1 second' where session_id in (
          select id from directory.sessions where tenant_id = $1 and user_id = $2)`,
        [tenant.tenantId, user.auth.userId],
      )
    for (const user of [tenant.owner, renewing]) await expireSoon(user)
    const kept = await screenOf(renewing)
    kept.onSessionEnded(() => ended.push('renewed'))
    ok(await callEndpoint(instance.url, contract.accounts.refreshSession, { refreshToken: renewing.auth.refreshToken }))
    const idle = await screenOf(tenant.owner)
    await new Promise<void>((resolve) => idle.onSessionEnded(resolve))
    await expect.poll(() => kept.catchUp(null), { timeout: 2000 }).toMatchObject({ status: 'ok' })
    expect(ended).toEqual([])
    expect(instance.errors).toEqual([])
  })
})

test('teammates receive events of a text, its reply, delivery, reading and typing, as the contract defines them', async () => {
  const tenant = await instance.createTenant()
  const manager = await tenant.createUser('Manager')
  const screen = await screenOf(manager)
  const conversation = await tenant.textFrom(newPhone(), 'Hello')
  const created = await screen.waitFor('message.created')
  expect(created).toMatchObject({ conversation: { sid: conversation.sid }, message: { body: 'Hello' } })

  const { owner } = tenant
  ok(await owner.call(contract.conversations.typing, { sid: conversation.sid, isTyping: true }))
  expect(await screen.waitFor('typing')).toMatchObject({
    id: null,
    conversationSid: conversation.sid,
    userID: owner.auth.userId,
    displayName: 'Olive Owner',
    isTyping: true,
  })
  ok(await owner.call(contract.attention.markRead, { sid: conversation.sid, upToIndex: 1 }))
  await screen.waitFor('message.changed', ({ message }) => message.attributes.seenBy[0]?.userId === owner.auth.userId)
  await screen.waitFor('conversation.changed', ({ conversation: { attributes } }) => attributes.unreadMessages === 0)
  ok(
    await owner.call(contract.messages.send, {
      conversationSid: conversation.sid,
      text: 'Hi',
      clientMessageId: crypto.randomUUID(),
    }),
  )
  await screen.waitFor('message.created', ({ message }) => message.body === 'Hi')
  await screen.waitFor('message.changed', ({ message }) => message.deliveryStatus === 'delivered')
  ok(await owner.call(contract.conversations.close, { sid: conversation.sid }))
  await screen.waitFor('message.created', ({ conversation: { attributes } }) => attributes.isClosed)
  for (const event of screen.received) expect(RealtimeEvent.parse(event)).toEqual(event)
})

test('users who may not see a conversation, and other businesses, receive no events of it', async () => {
  const tenant = await instance.createTenant()
  const member = await screenOf(await tenant.createUser('TeamMember'))
  const stranger = await screenOf((await instance.createTenant()).owner)
  const owner = await screenOf(tenant.owner)
  const { sid } = await tenant.textFrom(newPhone(), 'For the managers')
  ok(await tenant.owner.call(contract.conversations.typing, { sid, isTyping: true }))
  ok(
    await tenant.owner.call(contract.messages.send, {
      conversationSid: sid,
      text: 'Hi',
      clientMessageId: crypto.randomUUID(),
    }),
  )
  ok(await tenant.owner.call(contract.conversations.block, { sid }))
  await instance.idle()
  expect((await heardBy(owner)).length).toBeGreaterThan(4)
  expect(await heardBy(member)).toEqual([])
  expect(await heardBy(stranger)).toEqual([])
})

test('drafts are pushed to their author’s other screens only, and events contain no drafts', async () => {
  const tenant = await instance.createTenant()
  const manager = await tenant.createUser('Manager')
  const ownScreens = [await screenOf(tenant.owner), await screenOf(tenant.owner)]
  const other = await screenOf(manager)
  const { sid } = await tenant.textFrom(newPhone(), 'Hello')
  ok(await tenant.owner.call(contract.conversations.saveDraft, { sid, messageDraft: 'Dear contact' }))
  for (const screen of ownScreens) {
    expect(await screen.waitFor('draft.changed')).toMatchObject({ conversationSid: sid, messageDraft: 'Dear contact' })
  }
  ok(await tenant.owner.call(contract.conversations.close, { sid }))
  await other.waitFor('message.created', ({ conversation: { attributes } }) => attributes.isClosed)
  expect(JSON.stringify(await heardBy(other))).not.toContain('Dear contact')
})

test('catch-up requests of one socket are handled one at a time', async () => {
  const { owner } = await instance.createTenant()
  const screen = await screenOf(owner)
  let answered = 0
  const count = () => {
    answered += 1
  }
  const first = screen.catchUp(null)
  for (let n = 0; n < 50; n++) screen.catchUp(null).then(count, () => undefined)
  await first
  expect(await screen.catchUp(null)).toMatchObject({ status: 'ok' })
  expect(answered).toBeLessThan(10)
})
