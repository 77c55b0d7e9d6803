import { once } from 'node:events'
import http from 'node:http'
import net, { type AddressInfo } from 'node:net'
import { io } from 'socket.io-client'
import { afterEach, expect, test } from 'vitest'
import type { Actor } from '../actor.ts'
import { AppError } from '../errors.ts'
import { createLog } from '../log.ts'
import { type RealtimeOptions, startRealtime } from './realtime.ts'

const ACTOR: Actor = {
  userId: crypto.randomUUID(),
  tenantId: crypto.randomUUID(),
  sessionId: crypto.randomUUID(),
  role: 'Owner',
  permissions: [],
  locationIds: null,
  displayName: 'Olive Owner',
  email: 'olive@example.test',
}
const ROOM = 'team'

const cleanups: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

async function start(options: Partial<RealtimeOptions>) {
  const httpServer = http.createServer()
  await once(httpServer.listen(0, '127.0.0.1'), 'listening')
  const { port } = httpServer.address() as AddressInfo
  const realtime = await startRealtime({
    httpServer,
    redisUrl: null,
    publicOrigins: () => [`http://127.0.0.1:${port}`],
    authenticate: async () => ACTOR,
    reload: async () => ACTOR,
    findSessionEnd: async () => new Date(86_400_000).toISOString(),
    forgetSession: () => {},
    forgetTenant: () => {},
    forgetAll: () => {},
    now: () => new Date(0).toISOString(),
    roomsOf: () => [ROOM],
    catchUp: async () => ({ status: 'reload', lastId: '0' }),
    screens: { now: () => '', mayView: async () => null, changed: async () => {} },
    log: createLog('silent'),
    ...options,
  })
  cleanups.push(() => {
    httpServer.closeAllConnections()
    return realtime.close()
  })
  return { realtime, port }
}

test('a session that ends during the handshake leaves no live connection', async () => {
  const loading = Promise.withResolvers<Actor>()
  const requested = Promise.withResolvers<void>()
  const { realtime, port } = await start({
    authenticate: () => {
      requested.resolve()
      return loading.promise
    },
    reload: async () => {
      throw new AppError('NotSignedIn')
    },
  })
  const socket = io(`http://127.0.0.1:${port}`, { path: '/realtime', transports: ['websocket'], reconnection: false })
  cleanups.push(async () => socket.close())
  const disconnected = new Promise<string>((resolve) => socket.once('disconnect', resolve))
  await requested.promise
  realtime.endSession(ACTOR.sessionId)
  loading.resolve(ACTOR)
  expect(await disconnected).toBe('io server disconnect')
})

test('of two reloads at once the one that began later decides what a connection receives', async () => {
  const reloads: PromiseWithResolvers<Actor>[] = []
  const { realtime, port } = await start({
    authenticate: async () => ({ ...ACTOR, locationIds: ['first'] }),
    reload: () => {
      const reload = Promise.withResolvers<Actor>()
      reloads.push(reload)
      return reload.promise
    },
    roomsOf: ({ locationIds }) => [ROOM, ...(locationIds ?? [])],
  })
  const socket = io(`http://127.0.0.1:${port}`, { path: '/realtime', transports: ['websocket'] })
  cleanups.push(async () => socket.close())
  const received: string[] = []
  socket.on('event', ({ type }) => received.push(type))
  await new Promise<void>((resolve) => socket.once('connect', resolve))

  const granted = realtime.viewersChanged(ACTOR.tenantId)
  const revoked = realtime.viewersChanged(ACTOR.tenantId)
  reloads[1]?.resolve({ ...ACTOR, locationIds: [] })
  await revoked
  reloads[0]?.resolve({ ...ACTOR, locationIds: ['first', 'second'] })
  await granted
  const push = (room: string, type: 'notices.changed' | 'team.changed') =>
    realtime.push(ACTOR.tenantId, [room], { type, id: null, at: '' })
  for (const room of ['first', 'second']) push(room, 'notices.changed')
  push(ROOM, 'team.changed')
  await expect.poll(() => received).toContain('team.changed')
  expect(received).toEqual(['viewer.changed', 'team.changed'])
})

/** Opens a live connection by hand, which reads only while it is not paused. */
async function connectRaw(port: number): Promise<net.Socket> {
  const socket = net.connect(port, '127.0.0.1')
  socket.on('error', () => {})
  cleanups.push(async () => socket.destroy())
  const send = (text: string) => {
    const mask = Buffer.alloc(4)
    socket.write(Buffer.concat([Buffer.from([0x81, 0x80 | text.length]), mask, Buffer.from(text)]))
  }
  const waitFor = async (text: string) => {
    for (let received = ''; !received.includes(text); ) received += String((await once(socket, 'data'))[0])
  }
  socket.write(
    [
      'GET /realtime/?EIO=4&transport=websocket HTTP/1.1',
      `Host: 127.0.0.1:${port}`,
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
      '\r\n',
    ].join('\r\n'),
  )
  await waitFor('pingInterval')
  send('40{}')
  await waitFor('40{')
  return socket
}

test('a client that does not read is disconnected, and others receive everything', async () => {
  const { realtime, port } = await start({})
  const deaf = await connectRaw(port)
  deaf.pause()
  const reading = await connectRaw(port)
  let received = 0
  reading.on('data', (chunk) => {
    received += chunk.length
  })
  expect(realtime.connections()).toBe(2)
  let sent = 0
  const push = async (length: number) => {
    const event = { type: 'setting.changed', id: null, at: '', subject: 'x'.repeat(length) }
    realtime.push(ACTOR.tenantId, [ROOM], event as unknown as Parameters<typeof realtime.push>[2])
    sent += length
    await expect.poll(() => received, { interval: 1, timeout: 10_000 }).toBeGreaterThan(sent)
  }
  // A client that keeps up may be sent more at once than one that does not may leave unread.
  await push(6_000_000)
  for (let n = 0; n < 40; n++) await push(500_000)
  expect(realtime.connections()).toBe(1)
})
