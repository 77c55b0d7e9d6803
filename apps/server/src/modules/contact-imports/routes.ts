import type { FastifyInstance } from 'fastify'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { type Api, type ApiRequest, inTransaction, signedIn } from '../../platform/http/api.ts'
import type { Needs } from '../../platform/module.ts'
import { checkImport } from './check-import.ts'
import { createImport } from './create-import.ts'
import type { ImportDeps } from './deps.ts'
import { linkProblemRows, openProblemRows, PROBLEM_ROWS_PATH } from './problem-rows.ts'
import { readColumns } from './read-columns.ts'
import { findImport, type ImportRow, listImports, toContactImport } from './rows.ts'
import { startImport, stopImport, undoImport } from './start-import.ts'
import { uploadPart } from './upload-part.ts'

export function contactImportRoutes(api: Api, deps: ImportDeps) {
  const transaction = inTransaction(deps)
  const onImport = (work: (tx: TenantTx, actor: Actor, id: string) => Promise<ImportRow>) =>
    transaction(async (tx, { actor, input }: ApiRequest<{ id: string }>) =>
      toContactImport(await work(tx, actor, input.id), tx.now()),
    )
  return {
    create: api.contactImports.create.handler(
      transaction(async (tx, { actor, input }) => toContactImport(await createImport(tx, actor, input), tx.now())),
    ),
    upload: api.contactImports.upload.handler(async ({ context, input }) => {
      await uploadPart(deps, signedIn(context), input)
      return { success: true as const }
    }),
    read: api.contactImports.read.handler(async ({ context, input }) =>
      toContactImport(await readColumns(deps, signedIn(context), input), deps.now()),
    ),
    check: api.contactImports.check.handler(
      transaction(async (tx, { actor, input }) => toContactImport(await checkImport(tx, actor, input), tx.now())),
    ),
    start: api.contactImports.start.handler(
      transaction(async (tx, { actor, input }) => toContactImport(await startImport(tx, actor, input), tx.now())),
    ),
    stop: api.contactImports.stop.handler(onImport(stopImport)),
    undo: api.contactImports.undo.handler(onImport(undoImport)),
    get: api.contactImports.get.handler(onImport(findImport)),
    getList: api.contactImports.getList.handler(
      transaction(async (tx, { actor }) => ({ imports: await listImports(tx, actor) })),
    ),
    getProblemRows: api.contactImports.getProblemRows.handler(
      transaction(async (tx, { actor, input }) => ({ url: await linkProblemRows(deps, tx, actor, input.id) })),
    ),
  }
}

/** Serves the file of rows that were not imported as they are. */
export function mountProblemRows(app: FastifyInstance, deps: ImportDeps & Needs<'authenticateFiles'>): void {
  app.get<{ Querystring: { token?: string } }>(PROBLEM_ROWS_PATH, async (request, reply) => {
    const file = await openProblemRows(deps, await deps.authenticateFiles(request), String(request.query.token))
    return reply
      .header('cache-control', 'private, no-store')
      .header('content-disposition', 'attachment; filename="import-problems.csv"')
      .type('text/csv; charset=utf-8')
      .send(file)
  })
}
