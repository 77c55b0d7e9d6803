import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import { deleteFilesSpecs } from '../files/index.ts'
import { assertNotOnTrial } from '../subscription/index.ts'
import { accessImport, type ImportRow, lockImport, partKeys, updateImport } from './rows.ts'

/** States of an import that nothing has been written of, and that a new upload replaces. */
const NOT_STARTED = ['uploading', 'read', 'checking', 'ready', 'failed'] as const

/** Creates an import whose file is uploaded next. Everyone has one at a time that is not started. */
export async function createImport(
  tx: TenantTx,
  actor: Actor,
  { fileName, byteSize }: { fileName: string; byteSize: number },
): Promise<ImportRow> {
  await assertNotOnTrial(tx, actor, 'import', tx.now())
  const previous = await tx
    .selectFrom('contactImports')
    .where('tenantId', '=', tx.tenantId)
    .where('userId', '=', actor.userId)
    .where('state', 'in', NOT_STARTED)
    .select('id')
    .execute()
  for (const { id } of previous) {
    const row = await lockImport(tx, id)
    if (row) await deleteFile(tx, await updateImport(tx, row, { state: 'discarded' }))
  }
  const id = newId()
  await tx
    .insertInto('contactImports')
    .values({
      tenantId: tx.tenantId,
      id,
      userId: actor.userId,
      state: 'uploading',
      fileName,
      byteSize,
      createdAt: tx.now(),
    })
    .execute()
  return accessImport(tx, actor, id)
}

/** Deletes the file of an import, which is no longer needed once its rows are in the database. */
export async function deleteFile(tx: TenantTx, row: ImportRow): Promise<ImportRow> {
  if (row.parts.length === 0) return row
  await enqueue(tx, ...deleteFilesSpecs(tx.tenantId, partKeys(tx.tenantId, row)))
  return updateImport(tx, row, { parts: [] })
}
