import type { FastifyInstance } from 'fastify'

export interface InFlightRequests {
  /** Closes each connection after its current response; resolves once no request is in flight. */
  drain: () => Promise<void>
}

/** Tracks in-flight requests, so that shutdown can wait for them. */
export function trackRequests(app: FastifyInstance): InFlightRequests {
  const requests = new Set<unknown>()
  let isDraining = false
  let resolveDrained = () => {}
  app.addHook('onRequest', async (request, reply) => {
    requests.add(request)
    reply.raw.once('close', () => {
      requests.delete(request)
      if (requests.size === 0) resolveDrained()
    })
  })
  app.addHook('onSend', async (_request, reply) => {
    if (isDraining) reply.header('connection', 'close')
  })
  return {
    drain: () => {
      isDraining = true
      return new Promise((resolve) => {
        resolveDrained = resolve
        if (requests.size === 0) resolve()
      })
    },
  }
}
