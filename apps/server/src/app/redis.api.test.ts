import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { contract } from '@frontdesk/contract/api'
import { createClient } from 'redis'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../platform/config.ts'
import { createLog } from '../platform/log.ts'
import { callEndpoint, ok } from '../testing/client.ts'
import { connectLive } from '../testing/live-connection.ts'
import { newPhone, startTestInstance, type TestInstance } from '../testing/test-instance.ts'
import { createServer, type Frontdesk } from './create-server.ts'

/** Debian's package `redis-server`, or what REDIS_SERVER names; where there is none these tests are skipped. */
const BINARY = process.env.REDIS_SERVER ?? 'redis-server'
const isThere = spawnSync(BINARY, ['--version']).status === 0

describe.skipIf(!isThere)('two processes on one Redis', () => {
  let redis: ChildProcess
  let dataDir: string
  let instance: TestInstance
  let second: Frontdesk
  let secondUrl: string

  beforeAll(async () => {
    const port = await freePort()
    const redisUrl = `redis://127.0.0.1:${port}`
    redis = spawn(BINARY, ['--port', String(port), '--save', '', '--appendonly', 'no'], { stdio: 'ignore' })
    await whenUp(redisUrl)
    dataDir = await mkdtemp(path.join(tmpdir(), 'frontdesk-redis-'))
    const env = { DATA_DIR: dataDir, REDIS_URL: redisUrl }
    instance = await startTestInstance({ env })
    second = await createServer({
      config: readConfig({ NODE_ENV: 'test', PORT: '0', ROLE: 'api', ...env }),
      databaseUrl: instance.server.database.owner.options.connectionString ?? '',
      log: createLog('silent'),
    })
    await second.listen()
    await second.startWork()
    secondUrl = `http://127.0.0.1:${(second.app.server.address() as AddressInfo).port}`
  })
  afterAll(async () => {
    await second?.close()
    await instance?.close()
    redis?.kill()
    await rm(dataDir, { recursive: true, force: true })
  })

  test('what one process does is heard on screens of the other', async () => {
    const tenant = await instance.createTenant()
    const manager = await tenant.createUser('Manager')
    const there = await connectLive(secondUrl, manager.auth)
    const { sid } = await tenant.textFrom(newPhone(), 'Heard across')
    await there.waitFor('message.created', ({ message }) => message.body === 'Heard across')
    await there.waitFor('notifications.changed', ({ unreadCount }) => unreadCount === 1)
    // And back: what is done at the second is heard at the first.
    const here = await connectLive(instance.url, tenant.owner.auth)
    ok(await callEndpoint(secondUrl, contract.conversations.close, { sid }, manager.auth.bearerToken))
    await here.waitFor('message.created', ({ conversation }) => conversation.attributes.isClosed)
    here.close()
    there.close()
  })

  test('teammates at different processes see each other come, look at a conversation, and go', async () => {
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

  test('a session that ends and a right that is taken at one process hold at the other at once', async () => {
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
})

const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createTcpServer()
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })

async function whenUp(url: string): Promise<void> {
  const client = createClient({ url, socket: { reconnectStrategy: 50 } })
  client.on('error', () => undefined)
  await client.connect()
  await client.close()
}
