import { existsSync } from 'node:fs'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../platform/errors.ts'

const DIST = path.resolve(import.meta.dirname, '../../../web/dist')

/** Serves the built web app: hashed assets for ever, everything else that a browser navigates to as its one page. */
export async function mountWebApp(app: FastifyInstance): Promise<void> {
  if (!existsSync(path.join(DIST, 'index.html'))) return
  await app.register(fastifyStatic, {
    root: DIST,
    index: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, file) => {
      const isHashed = file.includes(`${path.sep}assets${path.sep}`)
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  app.setNotFoundHandler((request, reply) => {
    const isPage =
      request.method === 'GET' && !OWN_PATHS.test(request.url) && (request.headers.accept ?? '').includes('text/html')
    if (!isPage) throw new AppError('NotFound')
    return reply.header('cache-control', 'no-cache').sendFile('index.html')
  })
}

const OWN_PATHS = /^\/(api|assets|files|media|realtime|sandbox|webhooks)(\/|$)/
