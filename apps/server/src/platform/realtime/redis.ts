import type { Log } from '../log.ts'

/** Loads the client only when Redis is configured: its 600 modules are a quarter of the modules of a start. */
export async function connectRedis(url: string, log: Log, onReconnect: () => void) {
  const [{ createClient }, { createAdapter }] = await Promise.all([
    import('redis'),
    import('@socket.io/redis-streams-adapter'),
  ])
  const client = createClient({ url })
  client.on('error', (error) => log.error({ err: error }, 'redis connection'))
  await client.connect()
  client.on('ready', onReconnect)
  return { client, adapter: createAdapter(client) }
}

export type RedisAdapter = Awaited<ReturnType<typeof connectRedis>>['adapter']
