import { type ContactImport, ImportColumn, ImportTarget } from '@frontdesk/contract/api'
import { IMPORT_ENCODINGS, IMPORT_PROBLEMS, IMPORT_UNDO_DAYS } from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Actor } from '../../platform/actor.ts'
import { shift } from '../../platform/clock.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import type { Row } from '../../platform/database/row.ts'
import { AppError } from '../../platform/errors.ts'
import { seesEverything } from '../visibility/index.ts'

const DAY_MS = 24 * 3_600_000

/** Imports that ended before this time cannot be undone, and their rows are deleted. */
export const undoableSince = (now: string): string => shift(now, -IMPORT_UNDO_DAYS * DAY_MS)

/** Files that were read before encodings could be chosen are stored without theirs. */
const encoding = z.enum(IMPORT_ENCODINGS).optional()
const StoredFormat = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('vcard'), encoding }),
  z.object({ kind: z.literal('csv'), encoding, delimiter: z.string(), skipsFirst: z.boolean() }),
])

const count = z.int().default(0)
const StoredCounts = z.object({
  rows: count,
  new: count,
  updates: count,
  unchanged: count,
  duplicates: count,
  badPhones: count,
  foreignPhones: count,
  withoutPhone: count,
  blank: count,
  skipped: count,
  optedOut: count,
  landlines: count,
  warnings: count,
})

/** The columns with narrower types than in the database. */
const Parsed = z.object({
  format: StoredFormat.nullable(),
  encoding: z.enum(IMPORT_ENCODINGS).nullable(),
  columns: z.array(ImportColumn),
  mapping: z.array(ImportTarget.nullable()),
  problem: z.object({ reason: z.enum(IMPORT_PROBLEMS), row: z.int().nullable() }).nullable(),
  counts: StoredCounts,
})

export type ImportRow = Omit<Row<'contactImports'>, keyof z.output<typeof Parsed>> &
  z.output<typeof Parsed> & { startedByName: string }

export const parseImport = (row: Row<'contactImports'> & { startedByName: string }): ImportRow => ({
  ...row,
  ...Parsed.parse(row),
})

/** A file that is neither UTF-8 nor UTF-16 is read as Windows-1252, for which there is no evidence in the file. */
function toCsv({ format, encoding: chosen }: ImportRow): ContactImport['csv'] {
  if (format?.kind !== 'csv' || !format.encoding) return null
  const { encoding, delimiter } = format
  return { encoding, isEncodingCertain: chosen !== null || encoding !== 'windows-1252', delimiter }
}

export function toContactImport(row: ImportRow, now: string): ContactImport {
  const { counts } = row
  const isOver = row.state === 'done' || row.state === 'stopped'
  const isKept = row.finishedAt === null || row.finishedAt > undoableSince(now)
  return {
    id: row.id,
    state: row.state,
    fileName: row.fileName,
    byteSize: row.byteSize,
    startedByName: row.startedByName,
    createdOnUtc: row.createdAt,
    csv: toCsv(row),
    columns: row.columns,
    hasHeader: row.hasHeader,
    mapping: row.mapping,
    mode: row.mode,
    locationID: row.locationId,
    tags: row.tags,
    problem: row.problem,
    counts,
    total: row.total,
    processed: row.processed,
    created: row.created,
    updated: row.updated,
    marketingConsent:
      row.consentWording === null
        ? null
        : { wording: row.consentWording, recorded: row.consented, optedOut: row.consentOptedOut },
    undone: row.undone,
    finishedOnUtc: row.finishedAt,
    canUndo: isOver && isKept && row.created + row.updated > 0,
    hasProblemRows:
      isKept &&
      row.state !== 'checking' &&
      counts.duplicates +
        counts.badPhones +
        counts.foreignPhones +
        counts.withoutPhone +
        counts.skipped +
        counts.warnings >
        0,
  }
}

const selectImports = (tx: TenantTx) =>
  tx
    .selectFrom('contactImports as i')
    .where('i.tenantId', '=', tx.tenantId)
    .selectAll('i')
    .select(
      sql<string>`(select u.display_name from users u where u.tenant_id = ${tx.tenantId} and u.id = i.user_id)`.as(
        'startedByName',
      ),
    )

/** Loads and locks an import, for a job. */
export async function lockImport(tx: TenantTx, id: string): Promise<ImportRow | undefined> {
  const row = await selectImports(tx).where('i.id', '=', id).forNoKeyUpdate('i').executeTakeFirst()
  return row && parseImport(row)
}

/** Finds an import of the actor; those who see every contact have access to those of others too. */
export async function findImport(tx: TenantTx, actor: Actor, id: string): Promise<ImportRow> {
  const row = await selectImports(tx).where('i.id', '=', id).executeTakeFirst()
  return requireOwnImport(actor, row && parseImport(row))
}

/** Loads and locks such an import, which waits for the batch that a job is writing. */
export const accessImport = async (tx: TenantTx, actor: Actor, id: string): Promise<ImportRow> =>
  requireOwnImport(actor, await lockImport(tx, id))

function requireOwnImport(actor: Actor, row: ImportRow | undefined): ImportRow {
  if (!row || row.state === 'discarded' || (row.userId !== actor.userId && !seesEverything(actor)))
    throw new AppError('ImportNotFound')
  return row
}

const LIST_MAX = 50

export async function listImports(tx: TenantTx, actor: Actor): Promise<ContactImport[]> {
  const all = selectImports(tx).where('i.state', '<>', 'discarded')
  const rows = await (seesEverything(actor) ? all : all.where('i.userId', '=', actor.userId))
    .orderBy('i.createdAt', 'desc')
    .limit(LIST_MAX)
    .execute()
  return rows.map((row) => toContactImport(parseImport(row), tx.now()))
}

type Values = Partial<
  Pick<
    ImportRow,
    | 'state'
    | 'checkId'
    | 'parts'
    | 'format'
    | 'encoding'
    | 'delimiter'
    | 'columns'
    | 'headerKey'
    | 'hasHeader'
    | 'mapping'
    | 'mode'
    | 'locationId'
    | 'tags'
    | 'problem'
    | 'counts'
    | 'checkpoint'
    | 'writtenUpTo'
    | 'total'
    | 'processed'
    | 'created'
    | 'updated'
    | 'undone'
    | 'consentWording'
    | 'consented'
    | 'consentOptedOut'
    | 'finishedAt'
  >
>

/** Stores new values of a locked import. Returns it as it is now. */
export async function updateImport(tx: TenantTx, row: ImportRow, values: Values): Promise<ImportRow> {
  const { format, columns, mapping, problem, counts, ...plain } = values
  const json = Object.entries({ format, columns, mapping, problem, counts }).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value === null ? null : JSON.stringify(value)]],
  )
  await tx
    .updateTable('contactImports')
    .set({ ...plain, ...Object.fromEntries(json) })
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', row.id)
    .execute()
  return { ...row, ...values }
}

/** The key under which a part of the file is stored. */
export const partKey = (tenantId: string, id: string, part: number): string => `${tenantId}/imports/${id}/${part}`

export const partKeys = (tenantId: string, { id, parts }: Pick<ImportRow, 'id' | 'parts'>): string[] =>
  parts.map((_, part) => partKey(tenantId, id, part))
