import { can } from '@frontdesk/contract/rules'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import type { Person } from '../accounts/index.ts'
import { recordAudit } from '../audit/index.ts'
import { assertNotOnTrial } from '../subscription/index.ts'
import { deleteFile } from './create-import.ts'
import { accessImport, type ImportRow, toContactImport, updateImport } from './rows.ts'

export const WRITE_CONTACTS = 'write-imported-contacts'
export const UNDO_IMPORT = 'undo-contact-import'

interface StartRequest {
  id: string
  marketingConsent?: { wording: string } | undefined
}

/** Starts writing what the dry run announced, with the consent that the teammate states for these people. */
export async function startImport(
  tx: TenantTx,
  actor: Actor,
  { id, marketingConsent }: StartRequest,
): Promise<ImportRow> {
  const row = await accessImport(tx, actor, id)
  const at = tx.now()
  await assertNotOnTrial(tx, actor, 'import', at)
  if (row.state !== 'ready') throw new AppError('ImportStateWrong')
  await recordAudit(tx, {
    action: 'contacts.imported',
    actor,
    subject: row.fileName,
    data: {
      new: row.counts.new,
      updates: row.counts.updates,
      ...(marketingConsent && { marketingConsent: marketingConsent.wording }),
    },
    locationIDs: row.locationId === null ? null : [row.locationId],
    at,
  })
  await enqueue(tx, { identifier: WRITE_CONTACTS, payload: { tenantId: tx.tenantId, id }, jobKey: `import:${id}` })
  return updateImport(tx, await deleteFile(tx, row), {
    state: 'importing',
    checkpoint: 0,
    processed: 0,
    consentWording: marketingConsent?.wording ?? null,
  })
}

/** Stops an import, or its dry run. Changes already made stay. */
export async function stopImport(tx: TenantTx, actor: Actor, id: string): Promise<ImportRow> {
  const row = await accessImport(tx, actor, id)
  if (row.state === 'checking') return updateImport(tx, row, { state: 'read' })
  return row.state === 'importing' ? updateImport(tx, row, { state: 'stopped', finishedAt: tx.now() }) : row
}

/** Starts the undo of an import. */
export async function undoImport(tx: TenantTx, actor: Actor, id: string): Promise<ImportRow> {
  const row = await accessImport(tx, actor, id)
  const at = tx.now()
  if (!toContactImport(row, at).canUndo) throw new AppError('ImportNotUndoable')
  await recordAudit(tx, {
    action: 'contacts.import-undone',
    actor,
    subject: row.fileName,
    locationIDs: row.locationId === null ? null : [row.locationId],
    at,
  })
  const { userId: undoneBy } = actor
  await enqueue(tx, {
    identifier: UNDO_IMPORT,
    payload: { tenantId: tx.tenantId, id, undoneBy },
    jobKey: `undo-import:${id}`,
  })
  return updateImport(tx, row, {
    state: 'undoing',
    checkpoint: 0,
    processed: 0,
    total: row.created + row.updated,
  })
}

/** Whether a person still has the rights that the import was started with. */
export const mayImport = (person: Person, locationId: string | null): boolean =>
  can(person, 'contacts_edit') &&
  (person.locationIds === null || (locationId !== null && person.locationIds.includes(locationId)))
