import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import type { FastifyInstance } from 'fastify'

const SCRIPTS = [
  'api.ts',
  'avatar.ts',
  'clock.ts',
  'composer.ts',
  'dom.ts',
  'faults.ts',
  'live.ts',
  'log.ts',
  'mail.ts',
  'main.ts',
  'panes.ts',
  'phone-dialog.ts',
  'phone-list.ts',
  'stage.ts',
  'state.ts',
  'thread.ts',
]

const read = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8')

/** The browser gets the sources with their types blanked out; Node's warning that this is experimental helps nobody here. */
function readScript(name: string): string {
  const warn = process.emitWarning
  process.emitWarning = () => undefined
  try {
    return stripTypeScriptTypes(read(`browser/${name}`))
  } finally {
    process.emitWarning = warn
  }
}

/** The phones people can text from, and the mailbox. Its few files are read once and lie in memory. */
export async function facePlugin(app: FastifyInstance): Promise<void> {
  const serve = (path: string, type: string, content: string) =>
    app.get(path, (_request, reply) => reply.type(type).header('cache-control', 'no-cache').send(content))

  serve('/', 'text/html; charset=utf-8', read('index.html'))
  serve('/mail', 'text/html; charset=utf-8', read('mail.html'))
  serve('/face/style.css', 'text/css; charset=utf-8', read('style.css'))
  serve('/face/icon.svg', 'image/svg+xml', read('icon.svg'))
  for (const name of SCRIPTS) serve(`/face/${name}`, 'text/javascript; charset=utf-8', readScript(name))
}
