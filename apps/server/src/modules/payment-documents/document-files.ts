import { fromSid } from '@frontdesk/contract/rules'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { findUnattached } from '../files/index.ts'
import { documentsOf } from './access.ts'
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

/** Whether the actor may see a document, or a request for a part of it, which has the same files. */
export async function maySeeDocument(tx: TenantTx, actor: Actor, id: string): Promise<boolean> {
  const kinds = managedKinds(actor)
  if (kinds.length === 0) return false
  const document = await documentsOf(tx, actor)
    .where((where) => where.or([where('d.id', '=', id), where('d.parentId', '=', id)]))
    .where('d.kind', 'in', [...kinds])
    .select('d.id')
    .limit(1)
    .executeTakeFirst()
  return document !== undefined
}
