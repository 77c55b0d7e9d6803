import type { FastifyInstance } from 'fastify'
import { type Api, inTransaction } from '../../platform/http/api.ts'
import { wrap } from '../../platform/http/wrap.ts'
import type { Needs } from '../../platform/module.ts'
import type { AuditDeps } from './deps.ts'
import { EXPORT_PATH, exportLog, openLog } from './export-log.ts'
import { listActors, listAuditEntries } from './queries.ts'

export function auditRoutes(api: Api, deps: AuditDeps) {
  const transaction = inTransaction(deps)
  return {
    getList: api.audit.getList.handler(
      transaction(async (tx, { actor, input }) => wrap(await listAuditEntries(tx, actor, input))),
    ),
    getActors: api.audit.getActors.handler(transaction(async (tx) => wrap({ actors: await listActors(tx) }))),
    export: api.audit.export.handler(
      transaction(async (tx, { actor, input }) => wrap({ url: await exportLog(deps, tx, actor, input) })),
    ),
  }
}

/** Serves the exported file. */
export function mountAuditLog(app: FastifyInstance, deps: AuditDeps & Needs<'authenticateFiles'>): void {
  app.get<{ Querystring: { token?: string } }>(EXPORT_PATH, async (request, reply) => {
    const log = await openLog(deps, await deps.authenticateFiles(request), String(request.query.token))
    return reply
      .header('cache-control', 'private, no-store')
      .header('content-disposition', 'attachment; filename="audit-log.csv"')
      .type('text/csv; charset=utf-8')
      .send(log)
  })
}
