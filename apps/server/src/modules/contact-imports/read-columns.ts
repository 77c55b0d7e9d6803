import { createHash } from 'node:crypto'
import type { ContactField, ImportColumn, ImportTarget } from '@frontdesk/contract/api'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { listContactFields } from '../contact-fields/index.ts'
import type { ImportDeps } from './deps.ts'
import type { Format } from './file/detect-format.ts'
import { ImportError } from './file/import-error.ts'
import { VCARD_COLUMNS } from './file/read-vcard.ts'
import { looksLikeHeader, suggestMapping } from './file/suggest-mapping.ts'
import { openFile } from './open-file.ts'
import { accessImport, findImport, type ImportRow, parseImport, updateImport } from './rows.ts'

const SAMPLED_ROWS = 50
const SAMPLES = 3
const CELL_SHOWN = 100

/** Reads the columns of an uploaded file and suggests which fields they fill, as last time if it had the same titles. */
export async function readColumns({ inTenant, storage }: ImportDeps, actor: Actor, id: string): Promise<ImportRow> {
  const uploaded = await inTenant(actor, (tx) => findImport(tx, actor, id))
  if (uploaded.state === 'read') return uploaded
  assertUploaded(uploaded)
  const columns = await findColumns(() => openFile(storage, actor.tenantId, uploaded))
  return inTenant(actor, async (tx) => {
    const row = await accessImport(tx, actor, id)
    assertUploaded(row)
    const fields = (await listContactFields(tx)).filter(({ isArchived }) => !isArchived)
    const mapping =
      (await findMapping(tx, columns.headerKey, columns.columns.length, fields)) ??
      (columns.format.kind === 'vcard' ? VCARD_MAPPING : suggestMapping(columns.columns, fields))
    return updateImport(tx, row, { ...columns, mapping, state: 'read' })
  })
}

const VCARD_MAPPING: (ImportTarget | null)[] = ['name', 'phone', 'phone', 'phone', 'email', 'birthDate', 'tags']

function assertUploaded({ state, parts, byteSize }: ImportRow): void {
  const uploadedBytes = parts.reduce((sum, size) => sum + size, 0)
  if (state !== 'uploading' || uploadedBytes !== byteSize) throw new AppError('ImportStateWrong')
}

interface Columns {
  format: Format
  columns: ImportColumn[]
  hasHeader: boolean
  headerKey: string | null
}

async function findColumns(open: () => ReturnType<typeof openFile>): Promise<Columns> {
  try {
    const { format, rows } = await open()
    const first: string[][] = []
    for await (const cells of rows) {
      first.push(cells)
      if (first.length === SAMPLED_ROWS) break
    }
    if (first.length === 0) throw new ImportError('empty')
    return describeColumns(format, first)
  } catch (error) {
    if (!(error instanceof ImportError)) throw error
    throw new AppError('ImportUnreadable', { reason: error.reason, row: error.row })
  }
}

function describeColumns(format: Format, rows: readonly string[][]): Columns {
  const [firstRow = []] = rows
  const hasHeader = format.kind === 'csv' && looksLikeHeader(firstRow)
  const titles = format.kind === 'vcard' ? [...VCARD_COLUMNS] : hasHeader ? firstRow.map((cell) => cell.trim()) : []
  const body = hasHeader ? rows.slice(1) : rows
  const width = Math.max(...rows.map((cells) => cells.length))
  const columns = Array.from({ length: width }, (_, index) => ({
    title: (titles[index] ?? '').slice(0, CELL_SHOWN).toWellFormed(),
    samples: body
      .map((cells) => (cells[index] ?? '').trim().slice(0, CELL_SHOWN).toWellFormed())
      .filter((cell) => cell !== '')
      .slice(0, SAMPLES),
  }))
  return { format, columns, hasHeader, headerKey: hasHeader ? keyOf(columns) : null }
}

/** The mapping that the business chose last for a file with the same titles. */
async function findMapping(
  tx: TenantTx,
  headerKey: string | null,
  width: number,
  fields: readonly ContactField[],
): Promise<ImportRow['mapping'] | null> {
  if (headerKey === null) return null
  const row = await tx
    .selectFrom('contactImports')
    .where('tenantId', '=', tx.tenantId)
    .where('headerKey', '=', headerKey)
    // It has been checked at least, so that its mapping was chosen by a teammate.
    .where('locationId', 'is not', null)
    .orderBy('createdAt', 'desc')
    .selectAll()
    .limit(1)
    .executeTakeFirst()
  const mapping = row && parseImport({ ...row, startedByName: '' }).mapping
  if (mapping?.length !== width) return null
  // Without fields that were archived since.
  const isPresent = (target: ImportTarget) =>
    !target.startsWith('field:') || fields.some(({ id }) => target === `field:${id}`)
  return mapping.map((target) => (target && isPresent(target) ? target : null))
}

/** Short, because 300 titles would be too long for an index. */
const keyOf = (columns: readonly ImportColumn[]): string =>
  createHash('sha256')
    .update(JSON.stringify(columns.map(({ title }) => title.toLowerCase())))
    .digest('base64url')
