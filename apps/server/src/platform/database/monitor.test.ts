import { type AddressInfo, createServer, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { monitorDatabase } from './monitor.ts'

const health = { register: () => () => {} }

/** Monitors a database until an outage is logged; resolves with the milliseconds that took. */
async function untilReported(url: string, silentMaxMs: number): Promise<number> {
  const startedAt = performance.now()
  const reported = Promise.withResolvers<number>()
  const log = {
    error: (_details: unknown, message: string) => {
      expect(message).toBe('the database is not reachable')
      reported.resolve(performance.now() - startedAt)
    },
    warn: () => {},
  }
  const monitor = monitorDatabase(url, health, log as never, { checkEveryMs: 5, timeoutMs: 20, silentMaxMs })
  const milliseconds = await reported.promise
  await monitor.stop()
  return milliseconds
}

/** A port that accepts connections and never responds. */
async function openSilentPort() {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => void sockets.add(socket.on('error', () => {})))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `postgres://nobody@127.0.0.1:${(server.address() as AddressInfo).port}/none`,
    close: () => {
      for (const socket of sockets) socket.destroy()
      return new Promise((resolve) => server.close(resolve))
    },
  }
}

test('a database that does not respond is slow at first, and an outage after a while', async () => {
  const { url, close } = await openSilentPort()
  expect(await untilReported(url, 400)).toBeGreaterThanOrEqual(400)
  await close()
})

test('a database that refuses connections is an outage at once', async () => {
  const { url, close } = await openSilentPort()
  await close()
  // Otherwise only after a minute, when the test has timed out.
  await untilReported(url, 60_000)
})
