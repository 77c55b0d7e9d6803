import { fromSid } from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { findUnattached } from '../files/index.ts'
import { documentsOf, findDocumentById } from './access.ts'
import { managedKinds } from './managed-kinds.ts'

/** The files that a version is to have: uploads of the actor, and those that the document has. */
export async function chooseFiles(
  tx: TenantTx,
  actor: Actor,
  sids: readonly string[] | undefined,
  present: readonly string[] = [],
): Promise<string[]> {
  if (sids === undefined) return [...present]
  const ids = sids.map((sid) => fromSid(sid))
  const added = ids.filter((id) => !present.includes(id))
  const isKnown = (await findUnattached(tx, actor, added)).length === added.length
  if (!isKnown || new Set(ids).size < ids.length) throw new AppError('AttachmentUnknown')
  return ids
}

/** Whether the actor may see a file, through its own document or through a request that includes it. */
export async function maySeeDocumentFile(
  tx: TenantTx,
  actor: Actor,
  { id, documentId }: { id: string; documentId: string },
): Promise<boolean> {
  const kinds = managedKinds(actor)
  if (kinds.length === 0) return false
  const owner = await findDocumentById(tx, documentId)
  // A change order is a part of its estimate, as are the requests that include its files.
  const parentIds = [documentId, owner?.parentId ?? documentId]
  const document = await documentsOf(tx, actor)
    .where((where) =>
      where.or([
        where('d.id', '=', documentId),
        where.and([
          where('d.parentId', 'in', parentIds),
          where.exists(
            where
              .selectFrom('paymentDocumentVersions as v')
              .where('v.tenantId', '=', tx.tenantId)
              .whereRef('v.documentId', '=', 'd.id')
              .where(sql<boolean>`${id}::uuid = any(v.file_ids)`)
              .select('v.version'),
          ),
        ]),
      ]),
    )
    .where('d.kind', 'in', [...kinds])
    .select('d.id')
    .limit(1)
    .executeTakeFirst()
  return document !== undefined
}
