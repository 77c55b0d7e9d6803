import type { FastifyInstance } from 'fastify'
import { type Api, signedIn } from '../../platform/http/api.ts'
import { wrap } from '../../platform/http/wrap.ts'
import type { Needs } from '../../platform/module.ts'
import type { AuditDeps } from './deps.ts'
import { exportLog, openLog } from './export-log.ts'
import { listActors, listAuditEntries } from './queries.ts'

export const auditRoutes = (api: Api, deps: AuditDeps) => ({
  getList: api.audit.getList.handler(async ({ context, input }) => {
    const actor = signedIn(context)
    return wrap(await deps.inTenant(actor, (tx) => listAuditEntries(tx, actor, input)))
  }),
  getActors: api.audit.getActors.handler(async ({ context }) =>
    wrap({ actors: await deps.inTenant(signedIn(context), listActors) }),
  ),
  export: api.audit.export.handler(async ({ context, input }) =>
    wrap({ url: await exportLog(deps, signedIn(context), input) }),
  ),
})

/** Serves the exported file. */
export function mountAuditLog(app: FastifyInstance, deps: AuditDeps & Needs<'authenticateFiles'>): void {
  app.get<{ Querystring: { token?: string } }>('/files/audit-log', async (request, reply) => {
    const log = await openLog(deps, await deps.authenticateFiles(request), String(request.query.token))
    return reply
      .header('cache-control', 'private, no-store')
      .header('content-disposition', 'attachment; filename="audit-log.csv"')
      .type('text/csv; charset=utf-8')
      .send(log)
  })
}
