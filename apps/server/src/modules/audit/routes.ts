import type { FastifyInstance } from 'fastify'
import { type Api, signedIn } from '../../platform/http/api.ts'
import { wrap } from '../../platform/http/wrap.ts'
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

/** The exported file. */
export function mountAuditLog(app: FastifyInstance, deps: AuditDeps): void {
  app.get<{ Querystring: { token?: string } }>('/files/audit-log', async (request, reply) =>
    reply
      .header('cache-control', 'private, no-store')
      .header('content-disposition', 'attachment; filename="audit-log.csv"')
      .type('text/csv; charset=utf-8')
      .send(await openLog(deps, String(request.query.token))),
  )
}
