import type { ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { LiveEvent } from '../platform/live.ts'
import type { World } from '../platform/world.ts'

const FLUSH_MS = 80
const HEARTBEAT_MS = 15_000
/** More than this at once is faster read again than told one by one. */
const MAX_BATCH = 400

export function eventRoutes(app: FastifyInstance, world: World): void {
  const streams = new Set<ServerResponse>()
  app.addHook('preClose', async () => {
    for (const stream of streams) stream.end()
  })

  app.get('/events', (_request, reply) => {
    reply.hijack()
    const stream = reply.raw
    stream.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      connection: 'keep-alive',
    })
    stream.write('retry: 1000\n\n')
    streams.add(stream)

    let waiting: LiveEvent[] = []
    let isTooMany = false
    let timer: NodeJS.Timeout | undefined
    const flush = () => {
      timer = undefined
      const data = isTooMany ? [{ type: 'reload' }] : waiting
      waiting = []
      isTooMany = false
      stream.write(`data: ${JSON.stringify(data)}\n\n`)
    }
    const unsubscribe = world.live.subscribe((event) => {
      if (waiting.length < MAX_BATCH) waiting.push(event)
      else isTooMany = true
      timer ??= setTimeout(flush, FLUSH_MS)
    })
    const heartbeat = setInterval(() => stream.write(': still here\n\n'), HEARTBEAT_MS)
    heartbeat.unref()

    stream.once('close', () => {
      unsubscribe()
      clearTimeout(timer)
      clearInterval(heartbeat)
      streams.delete(stream)
    })
  })
}
