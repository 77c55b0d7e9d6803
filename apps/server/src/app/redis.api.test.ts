import { contract } from '@frontdesk/contract/api'
import { createClient } from 'redis'
import { io } from 'socket.io-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callEndpoint, ok } from '../testing/client.ts'
import { connectLive } from '../testing/live-connection.ts'
import { hasRedis, type RedisServer, startRedis } from '../testing/redis-server.ts'
import { newPhone, startTestInstance, type TestInstance } from '../testing/test-instance.ts'

const isInstalled = hasRedis()
if (!isInstalled) console.log('Skipped: no redis-server. Install it, or set REDIS_SERVER to its path.')

describe.skipIf(!isInstalled)('two servers, each with requests and jobs, on one Redis', () => {
  let redis: RedisServer
  let instance: TestInstance
  let secondUrl: string

  beforeAll(async () => {
    redis = await startRedis()
    instance = await startTestInstance({ nodes: 2, env: { REDIS_URL: redis.url } })
    secondUrl = instance.urls[1] ?? ''
  })
  afterAll(async () => {
    await instance?.close()
    await redis?.stop()
  })

  test('events of one server reach the screens of the other', async () => {
    const tenant = await instance.createTenant()
    const manager = await tenant.createUser('Manager')
    const there = await connectLive(secondUrl, manager.auth)
    const { sid } = await tenant.textFrom(newPhone(), 'Heard across')
    await there.waitFor('message.created', ({ message }) => message.body === 'Heard across')
    await there.waitFor('notifications.changed', ({ unreadCount }) => unreadCount === 1)
    // And in the other direction.
    const here = await connectLive(instance.url, tenant.owner.auth)
    ok(await callEndpoint(secondUrl, contract.conversations.close, { sid }, manager.auth.bearerToken))
    await here.waitFor('message.created', ({ conversation }) => conversation.attributes.isClosed)
    here.close()
    there.close()
  })

  test('teammates on different servers see each other arrive, view a conversation, and leave', async () => {
    const tenant = await instance.createTenant()
    const manager = await tenant.createUser('Manager')
    const { sid } = await tenant.textFrom(newPhone(), 'Hello')
    const here = await connectLive(instance.url, tenant.owner.auth)
    const there = await connectLive(secondUrl, manager.auth)
    there.reportScreen(`/conversations/${sid}`)
    await here.waitFor(
      'presence.changed',
      ({ presence }) => presence.userID === manager.auth.userId && presence.isActive,
    )
    await here.waitFor('viewing', (event) => event.userID === manager.auth.userId && event.isViewing)
    here.reportScreen('/settings')
    await there.waitFor(
      'presence.changed',
      ({ presence }) => presence.userID === tenant.owner.auth.userId && presence.page === 'settings',
    )
    const people = ok(await tenant.owner.call(contract.presence.getList, undefined)).data.people
    expect(people.filter(({ isActive }) => isActive)).toHaveLength(2)
    expect(ok(await tenant.owner.call(contract.presence.getViewers, { sid })).data.viewers).toMatchObject([
      { userID: manager.auth.userId },
    ])
    there.close()
    await here.waitFor('viewing', (event) => !event.isViewing)
    await here.waitFor('presence.changed', ({ presence }) => presence.sessions.length === 0)
    here.close()
  })

  test('an ended session and a revoked permission take effect on the other server at once', async () => {
    const tenant = await instance.createTenant()
    const manager = await tenant.createUser('Manager')
    const { sid } = await tenant.textFrom(newPhone(), 'Hello')
    const there = await connectLive(secondUrl, manager.auth)
    const see = () => callEndpoint(secondUrl, contract.conversations.getBySid, { sid }, manager.auth.bearerToken)
    ok(await see())
    ok(
      await tenant.owner.call(contract.team.setRolePermission, {
        role: 'Manager',
        permission: 'convos_view_unassigned_conversations',
        isGranted: false,
      }),
    )
    await there.waitFor('viewer.changed')
    expect(await see()).toFail('ConversationNotFound')
    const ended = new Promise<void>((resolve) => there.onSessionEnded(resolve))
    ok(await manager.call(contract.accounts.logout, {}))
    await ended
    expect(await see()).toFail('NotSignedIn')
    there.close()
    expect(instance.errors).toEqual([])
  })

  test('presence responds although another process hangs, and screens refetch it once that process has ended', async () => {
    const tenant = await instance.createTenant()
    const client = await createClient({ url: redis.url }).connect()
    const live = await connectLive(instance.url, tenant.owner.auth)
    live.reportScreen('/settings')
    await live.waitFor('presence.changed')
    // Counts as a process, and never responds.
    await client.subscribe('socket.io#/#', () => {})
    const { people } = ok(await tenant.owner.call(contract.presence.getList, undefined)).data
    expect(people).toMatchObject([{ isActive: true, page: 'settings' }])
    await client.close()
    await live.waitFor('presence.expired')
    live.close()
  })

  test('clients reconnect and authenticate again after the connection to Redis was lost', async () => {
    const tenant = await instance.createTenant()
    const socket = io(secondUrl, {
      path: '/realtime',
      transports: ['websocket'],
      auth: { token: tenant.owner.auth.bearerToken },
    })
    await new Promise<void>((resolve) => socket.once('connect', resolve))
    const reconnected = new Promise<void>((resolve) => socket.io.once('reconnect', () => resolve()))
    const client = await createClient({ url: redis.url }).connect()
    await client.sendCommand(['CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes'])
    await reconnected
    socket.close()
    await client.close()
    expect(instance.errors).toEqual(instance.errors.map(() => [expect.anything(), 'redis connection']))
    instance.errors.length = 0
  })
})
