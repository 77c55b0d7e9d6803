import { spawn, spawnSync } from 'node:child_process'
import { createClient } from 'redis'
import { freePort } from './started-process.ts'

/** Path of the Redis binary (Debian package `redis-server`). */
const BINARY = process.env.REDIS_SERVER ?? 'redis-server'

export const hasRedis = (): boolean => spawnSync(BINARY, ['--version']).status === 0

export interface RedisServer {
  url: string
  stop: () => Promise<void>
}

/** Starts Redis on a free port, without files. */
export async function startRedis(): Promise<RedisServer> {
  const port = await freePort()
  // The shell ends Redis when its input closes, which also happens when a test worker is killed.
  const child = spawn(
    'sh',
    ['-c', '"$0" "$@" & cat > /dev/null; kill $!', BINARY, '--port', String(port), '--save', '', '--appendonly', 'no'],
    { stdio: ['pipe', 'ignore', 'ignore'] },
  )
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const url = `redis://127.0.0.1:${port}`
  const client = createClient({ url, socket: { reconnectStrategy: 50 } })
  client.on('error', () => undefined)
  await client.connect()
  await client.close()
  return {
    url,
    stop: async () => {
      child.stdin.end()
      await ended
    },
  }
}
