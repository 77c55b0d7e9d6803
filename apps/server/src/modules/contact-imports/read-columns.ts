import { createHash } from 'node:crypto'
import type { ContactField, ImportColumn, ImportTarget } from '@frontdesk/contract/api'
import { type ImportEncoding, maskCardNumbers } from '@frontdesk/contract/rules'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { invalidInput } from '../../platform/paging.ts'
import { listContactFields } from '../contact-fields/index.ts'
import type { ImportDeps } from './deps.ts'
import { ImportError } from './file/import-error.ts'
import { VCARD_COLUMNS } from './file/read-vcard.ts'
import { looksLikeHeader, suggestMapping } from './file/suggest-mapping.ts'
import { type FileFormat, openFile } from './open-file.ts'
import { accessImport, findImport, type ImportRow, parseImport, updateImport } from './rows.ts'

const SAMPLED_ROWS = 50
const SAMPLES = 3
const CELL_SHOWN = 100

interface ReadRequest {
  id: string
  encoding?: ImportEncoding | undefined
  delimiter?: string | undefined
}

/**
 * Reads the columns of an uploaded file and suggests which fields they fill, as last time if it had the same titles.
 * It can be repeated with another encoding or delimiter until the import is started, which discards the dry run.
 */
export async function readColumns(
  { inTenant, storage }: ImportDeps,
  actor: Actor,
  { id, ...chosen }: ReadRequest,
): Promise<ImportRow> {
  const uploaded = await inTenant(actor, (tx) => findImport(tx, actor, id))
  const encoding = chosen.encoding ?? uploaded.encoding
  const delimiter = chosen.delimiter ?? uploaded.delimiter
  if (uploaded.state === 'read' && uploaded.encoding === encoding && uploaded.delimiter === delimiter) return uploaded
  assertReadable(uploaded)
  const columns = await findColumns(() => openFile(storage, actor.tenantId, { ...uploaded, encoding, delimiter }))
  if (delimiter !== null && columns.format.kind === 'vcard')
    throw invalidInput('delimiter', 'A vCard file has no columns to separate')
  return inTenant(actor, async (tx) => {
    const row = await accessImport(tx, actor, id)
    assertReadable(row)
    const fields = (await listContactFields(tx)).filter(({ isArchived }) => !isArchived)
    const mapping =
      (await findMapping(tx, columns.headerKey, columns.columns.length, fields)) ??
      (columns.format.kind === 'vcard' ? VCARD_MAPPING : suggestMapping(columns.columns, fields))
    return updateImport(tx, row, {
      ...columns,
      encoding,
      delimiter,
      mapping,
      state: 'read',
      checkId: null,
      problem: null,
      counts: parseImport({ ...row, counts: {} }).counts,
      total: 0,
    })
  })
}

const VCARD_MAPPING: (ImportTarget | null)[] = [
  'name',
  'phone',
  'otherPhone',
  'email',
  'otherEmail',
  'birthDate',
  'tags',
]

function assertReadable({ state, parts, byteSize }: ImportRow): void {
  const uploadedBytes = parts.reduce((sum, size) => sum + size, 0)
  if (!['uploading', 'read', 'ready', 'failed'].includes(state) || uploadedBytes !== byteSize)
    throw new AppError('ImportStateWrong')
}

interface Columns {
  format: FileFormat
  columns: ImportColumn[]
  hasHeader: boolean
  headerKey: string | null
}

async function findColumns(open: () => ReturnType<typeof openFile>): Promise<Columns> {
  try {
    const { format, rows } = await open()
    const first: string[][] = []
    for await (const cells of rows) {
      first.push(cells.map(maskCardNumbers))
      if (first.length === SAMPLED_ROWS) break
    }
    if (first.length === 0) throw new ImportError('empty')
    return describeColumns(format, first)
  } catch (error) {
    if (!(error instanceof ImportError)) throw error
    throw new AppError('ImportUnreadable', { reason: error.reason, row: error.row })
  }
}

function describeColumns(format: FileFormat, rows: readonly string[][]): Columns {
  const [firstRow = []] = rows
  const hasHeader = format.kind === 'csv' && looksLikeHeader(firstRow, rows.slice(1))
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
    // It has been checked since it was read, so that its mapping was chosen by a teammate.
    .where('checkId', 'is not', null)
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
