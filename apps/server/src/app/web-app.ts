import { existsSync } from 'node:fs'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../platform/errors.ts'

const DIST = path.resolve(import.meta.dirname, '../../../web/dist')

/** Serves the built web app: hashed assets as immutable, index.html for every other address a browser navigates to. */
export async function mountWebApp(app: FastifyInstance): Promise<void> {
  if (!existsSync(path.join(DIST, 'index.html'))) return
  await app.register(fastifyStatic, {
    root: DIST,
    index: false,
    preCompressed: true,
    cacheControl: false,
    // One route per file: with a wildcard route every request would list the directories it names, 250 ms of CPU per
    // page.
    wildcard: false,
    globIgnore: ['**/*.{br,gz}'],
    setHeaders: (reply, file) => {
      const isHashed = file.includes(`${path.sep}assets${path.sep}`)
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  // Requested by browsers and link previews that ignore the icon in the page.
  app.get('/favicon.ico', (_request, reply) => reply.redirect('/favicon.svg', 301))
  const sendPage = (reply: FastifyReply) => reply.header('cache-control', 'no-cache').sendFile('index.html')
  app.setNotFoundHandler((request, reply) => {
    if (!isPage(request)) throw new AppError('NotFound')
    return sendPage(reply)
  })
}

const OWN_PATHS = /^\/(api|assets|files|media|realtime|sandbox|webhooks)(\/|$)/
const FILE = /\.\w+$/

/** Whether an address that matches no route belongs to the web app: any that a person can open, but no missing file. */
function isPage({ method, url, headers }: FastifyRequest): boolean {
  const path = url.split('?', 1)[0] ?? ''
  if ((method !== 'GET' && method !== 'HEAD') || OWN_PATHS.test(path)) return false
  return (headers.accept ?? '').includes('text/html') || !FILE.test(path)
}
