import type { ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { SandboxContext } from '../platform/context.ts'
import type { LiveEvent } from '../platform/event-bus.ts'

const FLUSH_MS = 80
const HEARTBEAT_MS = 15_000
/** Beyond this many events a reload is cheaper for the page than applying each one. */
const MAX_BATCH = 400

export function eventRoutes(app: FastifyInstance, context: SandboxContext): void {
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

    let batch: LiveEvent[] = []
    let isOverflown = false
    let timer: NodeJS.Timeout | undefined
    const flush = () => {
      timer = undefined
      const data = isOverflown ? [{ type: 'reload' }] : batch
      batch = []
      isOverflown = false
      stream.write(`data: ${JSON.stringify(data)}\n\n`)
    }
    const unsubscribe = context.events.subscribe((event) => {
      if (batch.length < MAX_BATCH) batch.push(event)
      else isOverflown = true
      timer ??= setTimeout(flush, FLUSH_MS)
    })
    const heartbeat = setInterval(() => stream.write(': heartbeat\n\n'), HEARTBEAT_MS)
    heartbeat.unref()

    stream.once('close', () => {
      unsubscribe()
      clearTimeout(timer)
      clearInterval(heartbeat)
      streams.delete(stream)
    })
  })
}
