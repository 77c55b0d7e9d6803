import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { contract } from '@frontdesk/contract/api'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { newPhone, startTestInstance, type TestInstance } from '../../testing/test-instance.ts'

/** Sits between the server and its database, so that the test can cut connections and refuse new ones. */
async function startProxy(target: URL) {
  const sockets = new Set<Socket>()
  let isRefusing = false
  const proxy = createServer((socket) => {
    if (isRefusing) return socket.destroy()
    const upstream = connect(Number(target.port), target.hostname)
    for (const [one, other] of [
      [socket, upstream],
      [upstream, socket],
    ] as const) {
      sockets.add(one)
      one.pipe(other)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
    }
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  return {
    port: (proxy.address() as AddressInfo).port,
    cut: () => {
      for (const socket of sockets) socket.destroy()
    },
    refuse: (value: boolean) => {
      isRefusing = value
    },
    close: () => proxy.close(),
  }
}

let proxy: Awaited<ReturnType<typeof startProxy>>
let instance: TestInstance
beforeAll(async () => {
  proxy = await startProxy(new URL(inject('postgresUrl')))
  instance = await startTestInstance({
    databaseUrl: (url) => Object.assign(new URL(url), { port: String(proxy.port) }).href,
  })
})
afterAll(async () => {
  await instance.close()
  proxy.close()
})

const statusOf = async (path: string) => (await fetch(instance.url + path)).status

test('no request fails during a short loss of connections, and texts are still sent and received', async () => {
  const tenant = await instance.createTenant()
  const phone = newPhone()
  const { sid } = await tenant.textFrom(phone, 'Hello')
  proxy.cut()
  const [list, sent] = await Promise.all([
    tenant.owner.call(contract.conversations.getList, {}),
    tenant.owner.call(contract.messages.send, {
      conversationSid: sid,
      text: 'Still there',
      clientMessageId: crypto.randomUUID(),
    }),
  ])
  expect([list, sent]).toEqual([expect.objectContaining({ success: true }), expect.objectContaining({ success: true })])
  await expect.poll(async () => (await tenant.messagesOnPhone(phone)).map(({ body }) => body)).toContain('Still there')
  instance.errors.length = 0
})

test('a long outage of the database gives 503 with Retry-After; the server recovers on its own', async () => {
  const tenant = await instance.createTenant()
  const list = () =>
    fetch(`${instance.url}/api/conversations/Conversation/get-list`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${tenant.owner.auth.bearerToken}` },
      body: '{}',
    })
  proxy.refuse(true)
  proxy.cut()
  const refused = await list()
  expect(refused.status).toBe(503)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await refused.json()).toMatchObject({ success: false, errorCode: 'ServiceUnavailable', status: 503 })
  expect(await statusOf('/readyz')).toBe(503)
  // Liveness must not fail in a short outage: a failing /healthz gets the process killed.
  expect(await statusOf('/healthz')).toBe(200)
  // The second request fails fast, without waiting as the first did.
  const requestedAt = performance.now()
  expect((await list()).status).toBe(503)
  expect(performance.now() - requestedAt).toBeLessThan(2000)

  proxy.refuse(false)
  expect((await list()).status).toBe(200)
  await expect.poll(() => statusOf('/readyz')).toBe(200)
  const phone = newPhone()
  const { sid } = await tenant.textFrom(phone, 'Back again?')
  const clientMessageId = crypto.randomUUID()
  expect(
    await tenant.owner.call(contract.messages.send, { conversationSid: sid, text: 'Yes', clientMessageId }),
  ).toMatchObject({ success: true })
  await expect.poll(async () => (await tenant.messagesOnPhone(phone)).map(({ body }) => body)).toContain('Yes')
  instance.errors.length = 0
})
