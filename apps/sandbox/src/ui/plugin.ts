import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import type { FastifyInstance } from 'fastify'

const SCRIPTS = [
  'api.ts',
  'avatar.ts',
  'calendar.ts',
  'cashier-tables.ts',
  'cashier.ts',
  'format-time.ts',
  'composer.ts',
  'dom.ts',
  'faults.ts',
  'live-updates.ts',
  'webhook-log.ts',
  'mail.ts',
  'main.ts',
  'panes.ts',
  'phone-dialog.ts',
  'phone-list.ts',
  'phone-pane.ts',
  'state.ts',
  'thread.ts',
]

const read = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8')

/** Serves the sources with their types stripped. Suppresses Node's warning that type stripping is experimental. */
function readScript(name: string): string {
  const warn = process.emitWarning
  process.emitWarning = () => undefined
  try {
    return stripTypeScriptTypes(read(`browser/${name}`))
  } finally {
    process.emitWarning = warn
  }
}

/** UI of the sandbox: phones, mailbox, calendars and cashier. Files are read once and served from memory. */
export async function uiPlugin(app: FastifyInstance): Promise<void> {
  const serve = (path: string, type: string, content: string) =>
    app.get(path, (_request, reply) => reply.type(type).header('cache-control', 'no-cache').send(content))

  serve('/', 'text/html; charset=utf-8', read('index.html'))
  serve('/mail', 'text/html; charset=utf-8', read('mail.html'))
  serve('/calendar', 'text/html; charset=utf-8', read('calendar.html'))
  serve('/cashier', 'text/html; charset=utf-8', read('cashier.html'))
  serve('/ui/style.css', 'text/css; charset=utf-8', read('style.css'))
  serve('/ui/icon.svg', 'image/svg+xml', read('icon.svg'))
  for (const name of SCRIPTS) serve(`/ui/${name}`, 'text/javascript; charset=utf-8', readScript(name))
}
