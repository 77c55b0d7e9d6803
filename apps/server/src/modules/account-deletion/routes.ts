import { isAccountHolder } from '@frontdesk/contract/rules'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { AppError } from '../../platform/errors.ts'
import { type Api, signedIn } from '../../platform/http/api.ts'
import { wrap } from '../../platform/http/wrap.ts'
import type { Needs } from '../../platform/module.ts'
import { cancelDeletion } from './cancel-deletion.ts'
import { assertAccountHolder, type DeletionDeps } from './deps.ts'
import { exportUrl, findDeletion, findNewestExport } from './queries.ts'
import { requestDeletion } from './request-deletion.ts'
import { startExport } from './start-export.ts'

export const accountDeletionRoutes = (api: Api, deps: DeletionDeps) => ({
  get: api.accountDeletion.get.handler(async ({ context }) =>
    wrap({ deletion: await deps.inTenant(signedIn(context), findDeletion) }),
  ),
  request: api.accountDeletion.request.handler(async ({ context, input }) =>
    wrap({ deletion: await requestDeletion(deps, signedIn(context), input) }),
  ),
  cancel: api.accountDeletion.cancel.handler(async ({ context }) =>
    wrap({ deletion: await cancelDeletion(deps, signedIn(context)) }),
  ),
  getExport: api.accountDeletion.getExport.handler(async ({ context }) => {
    const actor = signedIn(context)
    assertAccountHolder(actor)
    return wrap({ export: await deps.inTenant(actor, findNewestExport) })
  }),
  startExport: api.accountDeletion.startExport.handler(async ({ context }) =>
    wrap({ export: await startExport(deps, signedIn(context)) }),
  ),
})

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
      isAccountHolder(actor) && !actor.viewingAs
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
