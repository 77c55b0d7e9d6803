import type { ImportTarget } from '@frontdesk/contract/api'
import type { ImportMode } from '@frontdesk/contract/rules'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import { invalidInput } from '../../platform/paging.ts'
import { listContactFields } from '../contact-fields/index.ts'
import { findLocation } from '../locations/index.ts'
import { accessImport, type ImportRow, parseImport, updateImport } from './rows.ts'
import { stageRowsSpec } from './stage-rows.job.ts'

interface CheckRequest {
  id: string
  mapping: (ImportTarget | null)[]
  hasHeader: boolean
  mode: ImportMode
  locationID: string
  tags: string[]
}

/** Starts the dry run with a mapping. It can be repeated with another one until the import is started. */
export async function checkImport(
  tx: TenantTx,
  actor: Actor,
  { id, mapping, hasHeader, mode, locationID, tags }: CheckRequest,
): Promise<ImportRow> {
  const row = await accessImport(tx, actor, id)
  if (!(await findLocation(tx, actor, locationID))) throw new AppError('LocationNotFound')
  if (!['read', 'ready', 'failed'].includes(row.state)) throw new AppError('ImportStateWrong')
  if (mapping.length !== row.columns.length) throw invalidInput('mapping', 'Must have an entry for each column')
  if (!mapping.includes('phone')) throw invalidInput('mapping', 'One column must be the phone number')
  const fields = await listContactFields(tx)
  if (mapping.some((target) => target?.startsWith('field:') && !fields.some(({ id }) => target === `field:${id}`)))
    throw new AppError('ContactFieldNotFound')
  const checkId = newId()
  await enqueue(tx, stageRowsSpec(tx.tenantId, id, checkId))
  return updateImport(tx, row, {
    state: 'checking',
    checkId,
    mapping,
    hasHeader,
    mode,
    locationId: locationID,
    tags,
    problem: null,
    checkpoint: 0,
    counts: parseImport({ ...row, counts: {} }).counts,
  })
}
