import type { FastifyInstance } from 'fastify'

export interface UnderWay {
  /** From now on every answer is the last one of its connection; resolves once no request is left. */
  finish: () => Promise<void>
}

/** Knows the requests that are being answered, so that a process can end without cutting one short. */
export function trackRequests(app: FastifyInstance): UnderWay {
  const requests = new Set<unknown>()
  let isFinishing = false
  let noneLeft = () => {}
  app.addHook('onRequest', async (request, reply) => {
    requests.add(request)
    reply.raw.once('close', () => {
      requests.delete(request)
      if (requests.size === 0) noneLeft()
    })
  })
  app.addHook('onSend', async (_request, reply) => {
    if (isFinishing) reply.header('connection', 'close')
  })
  return {
    finish: () => {
      isFinishing = true
      return new Promise((resolve) => {
        noneLeft = resolve
        if (requests.size === 0) resolve()
      })
    },
  }
}
