import { mayExportEverything } from '@frontdesk/contract/rules'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { AppError } from '../../platform/errors.ts'
import { type Api, inTransaction } from '../../platform/http/api.ts'
import { wrap } from '../../platform/http/wrap.ts'
import type { Needs } from '../../platform/module.ts'
import { cancelDeletion } from './cancel-deletion.ts'
import { assertMayExport, type DeletionDeps } from './deps.ts'
import { exportUrl, findDeletion, findNewestExport } from './queries.ts'
import { requestDeletion } from './request-deletion.ts'
import { startExport } from './start-export.ts'

export function accountDeletionRoutes(api: Api, deps: DeletionDeps) {
  const transaction = inTransaction(deps)
  return {
    get: api.accountDeletion.get.handler(transaction(async (tx) => wrap({ deletion: await findDeletion(tx) }))),
    request: api.accountDeletion.request.handler(
      transaction(async (tx, { actor, input }) => wrap({ deletion: await requestDeletion(deps, tx, actor, input) })),
    ),
    cancel: api.accountDeletion.cancel.handler(
      transaction(async (tx, { actor }) => wrap({ deletion: await cancelDeletion(deps, tx, actor) })),
    ),
    getExport: api.accountDeletion.getExport.handler(
      transaction(async (tx, { actor }) => {
        assertMayExport(actor)
        return wrap({ export: await findNewestExport(tx) })
      }),
    ),
    startExport: api.accountDeletion.startExport.handler(
      transaction(async (tx, { actor }) => wrap({ export: await startExport(deps, tx, actor) })),
    ),
  }
}

/** Serves the ZIP file. Authenticated by cookie, because `<a download>` sends no bearer token. */
export function mountExports(
  app: FastifyInstance,
  { inTenant, storage, authenticateFiles }: Needs<'inTenant' | 'storage' | 'authenticateFiles'>,
): void {
  app.get<{ Params: { id: string } }>(exportUrl(':id'), async (request, reply) => {
    const id = z.uuid().safeParse(request.params.id)
    if (!id.success) throw new AppError('FileNotFound')
    const actor = await authenticateFiles(request)
    const accountExport =
      mayExportEverything(actor) && !actor.viewingAs
        ? await inTenant(actor, (tx) =>
            tx
              .selectFrom('accountExports')
              .where('tenantId', '=', tx.tenantId)
              .where('id', '=', id.data)
              .select(['storageKey', 'byteSize', 'createdAt'])
              .executeTakeFirst(),
          )
        : undefined
    if (!accountExport?.storageKey) throw new AppError('FileNotFound')
    return reply
      .type('application/zip')
      .header('cache-control', 'private, no-store')
      .header('content-length', String(accountExport.byteSize))
      .header('content-disposition', `attachment; filename="frontdesk-${accountExport.createdAt.slice(0, 10)}.zip"`)
      .send(await storage.getStream(accountExport.storageKey))
  })
}
