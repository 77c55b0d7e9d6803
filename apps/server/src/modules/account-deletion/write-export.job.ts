import { Readable } from 'node:stream'
import { makeZip } from 'client-zip'
import { sql } from 'kysely'
import { z } from 'zod'
import { csvLine } from '../../platform/csv.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { defineJob } from '../../platform/jobs/define-job.ts'
import { FileMissing } from '../../platform/storage.ts'
import { type DeletionDeps, publishAccountChanged } from './deps.ts'
import { exportFinished } from './events.ts'
import { tenantTables } from './tenant-tables.ts'

export const WRITE_EXPORT = 'write-account-export'

const BATCH = 1000
/** Columns with credentials, which are not exported. */
const SECRET_COLUMNS = /secret|token|hash|encrypted|^auth$|p256dh|password|recovery|^endpoint$/
/**
 * Tables that are not exported, and why. Those outside of the schema `public` hold credentials and routes of the
 * server.
 */
export const EXCLUDED_TABLES: Readonly<Record<string, string>> = {
  events: 'say that rows of other tables changed',
  conversation_counts: 'are totals of conversations',
  contact_counts: 'are totals of contacts',
  tag_counts: 'are totals of contacts',
  mails: 'contain links that sign users in',
}

const README = `Everything your business had in Frontdesk.

data/     One CSV file per table. Open them with any spreadsheet program. Columns that end in _id refer to a row in
          another table. Times are in UTC. Your contacts are in data/contacts.csv; its column "custom" has the values
          of your custom fields by ID, and data/settings.csv their names under "contact-fields".
          Payment requests and estimates are in data/payment_documents.csv, what they say in data/payment_lines.csv, and
          every move of money in data/ledger_postings.csv and data/ledger_entries.csv, in the smallest unit of the currency.
files/    Pictures and documents of your conversations. File names start with the ID in data/files.csv.
avatars/  Your team's pictures. File names start with the ID in data/users.csv.
services/ Pictures of your services. File names are the picture_id in data/booking_services.csv.
logos/    The logo on your payment requests and estimates.

A cell that a spreadsheet program would take for a formula starts with an apostrophe that isn't part of it.

Passwords, keys, and other secrets are not included.
`

/**
 * Exports all data of a business as a ZIP file: each table as CSV, and the files. Safe to run twice: it starts over.
 */
export const writeExport = defineJob({
  name: WRITE_EXPORT,
  lane: 'background',
  payload: z.object({ tenantId: z.uuid(), exportId: z.uuid() }),
  run: async (deps: DeletionDeps, { tenantId, exportId }, { isLast }) => {
    const scope = { tenantId }
    const accountExport = await deps.inTenant(scope, (tx) =>
      tx
        .selectFrom('accountExports')
        .where('tenantId', '=', tx.tenantId)
        .where('id', '=', exportId)
        .where('state', '=', 'queued')
        .select('id')
        .executeTakeFirst(),
    )
    if (!accountExport) return
    const storageKey = `${tenantId}/exports/${exportId}.zip`
    try {
      const byteSize = await writeZip(deps, scope, storageKey)
      await recordOutcome(deps, scope, exportId, { state: 'ready', byteSize, storageKey })
    } catch (error) {
      if (isLast) await recordOutcome(deps, scope, exportId, { state: 'failed', byteSize: null, storageKey: null })
      throw error
    }
  },
})

async function recordOutcome(
  deps: DeletionDeps,
  scope: { tenantId: string },
  exportId: string,
  outcome: { state: 'ready' | 'failed'; byteSize: number | null; storageKey: string | null },
): Promise<void> {
  await deps.inTenant(scope, async (tx) => {
    const at = deps.now()
    await tx
      .updateTable('accountExports')
      .set({ ...outcome, finishedAt: at })
      .where('tenantId', '=', tx.tenantId)
      .where('id', '=', exportId)
      .execute()
    const id = await exportFinished.record(tx, { at })
    publishAccountChanged(deps, tx, id, at)
  })
}

/** Streams the ZIP file to storage, never holding it in memory as a whole. Returns its size. */
async function writeZip(deps: DeletionDeps, scope: { tenantId: string }, storageKey: string): Promise<number> {
  let byteSize = 0
  async function* counted(zip: AsyncIterable<Uint8Array>) {
    for await (const chunk of zip) {
      byteSize += chunk.length
      yield chunk
    }
  }
  await deps.storage.putStream(storageKey, Readable.from(counted(makeZip(readEntries(deps, scope)))))
  return byteSize
}

interface Entry {
  name: string
  input: string | Uint8Array | AsyncIterable<string>
}

/** All files of the export; each is read when the one before it is written. */
async function* readEntries(deps: DeletionDeps, scope: { tenantId: string }): AsyncGenerator<Entry> {
  yield { name: 'README.txt', input: README }
  const tables = await tenantTables(deps.database.owner)
  for (const table of tables) {
    if (table.includes('.') || Object.hasOwn(EXCLUDED_TABLES, table)) continue
    yield { name: `data/${table}.csv`, input: readTable(deps, scope, table) }
  }
  for (const files of [
    readFiles(deps, scope),
    readAvatars(deps, scope),
    readServicePictures(deps, scope),
    readLogos(deps, scope),
  ]) {
    for await (const { name, storageKey } of files) {
      const input = await deps.storage.get(storageKey).catch((error) => {
        if (!(error instanceof FileMissing)) throw error
        deps.log.warn({ err: error, file: name }, 'file missing from storage, exported empty')
        return new Uint8Array()
      })
      yield { name, input }
    }
  }
}

/** Reads a table as CSV with a header line; each batch in its own transaction. */
async function* readTable(deps: DeletionDeps, scope: { tenantId: string }, table: string): AsyncGenerator<string> {
  const { rows: columns } = await deps.database.owner.query<{ name: string; isKey: boolean }>(
    `select a.attname as name, coalesce(a.attnum = any(i.indkey), false) as "isKey" from pg_attribute a
     left join pg_index i on i.indrelid = a.attrelid and i.indisprimary
     where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum`,
    [table],
  )
  const exportedColumns = columns
    .map(({ name }) => name)
    .filter((name) => name !== 'tenant_id' && !SECRET_COLUMNS.test(name))
  const keys = columns.filter(({ isKey, name }) => isKey && name !== 'tenant_id').map(({ name }) => name)
  yield csvLine(exportedColumns)
  const [all, order] = [
    sql.join(exportedColumns.map((name) => sql`${sql.ref(name)}::text`)),
    sql.join(keys.map((name) => sql.ref(name))),
  ]
  let after: string[] | null = null
  for (;;) {
    const batch = await deps.inTenant(scope, (tx) => readBatch(tx, { table, all, order, keys, after }))
    if (batch.length > 0) yield batch.map(({ values }) => csvLine(values)).join('')
    after = batch.at(-1)?.key ?? null
    if (batch.length < BATCH || after === null || keys.length === 0) return
  }
}

interface Batch {
  table: string
  all: ReturnType<typeof sql.join>
  order: ReturnType<typeof sql.join>
  keys: string[]
  after: string[] | null
}

async function readBatch(tx: TenantTx, { table, all, order, keys, after }: Batch) {
  const keyTexts =
    keys.length > 0
      ? sql<string[] | null>`array[${sql.join(keys.map((name) => sql`${sql.ref(name)}::text`))}]`
      : sql<string[] | null>`null::text[]`
  let rows = tx
    .selectFrom(sql`${sql.table(table)}`.as('exported'))
    .where(sql<boolean>`tenant_id = ${tx.tenantId}`)
    .select([sql<(string | null)[]>`array[${all}]::text[]`.as('values'), keyTexts.as('key')])
    .limit(BATCH)
  if (after !== null) rows = rows.where(sql<boolean>`(${order}) > (${sql.join(after)})`)
  if (keys.length > 0) rows = rows.orderBy(order)
  return rows.execute()
}

interface ExportedFile {
  name: string
  storageKey: string
}

async function* readFiles(deps: DeletionDeps, scope: { tenantId: string }): AsyncGenerator<ExportedFile> {
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const batch = await deps.inTenant(scope, (tx) =>
      tx
        .selectFrom('files')
        .where('tenantId', '=', tx.tenantId)
        .where('id', '>', after)
        .where('storageKey', 'is not', null)
        .orderBy('id')
        .select(['id', 'filename', 'storageKey'])
        .limit(BATCH)
        .execute(),
    )
    for (const { id, filename, storageKey } of batch) {
      yield { name: `files/${id}-${filename}`, storageKey: storageKey ?? '' }
    }
    const last = batch.at(-1)
    if (!last || batch.length < BATCH) return
    after = last.id
  }
}

/** Reads all profile pictures of current and former members. Not batched, because their number is small. */
async function* readAvatars(deps: DeletionDeps, scope: { tenantId: string }): AsyncGenerator<ExportedFile> {
  const pictures = await deps.inTenant(scope, (tx) =>
    tx
      .selectFrom('avatars')
      .where('tenantId', '=', tx.tenantId)
      .orderBy('userId')
      .orderBy('createdAt')
      .select(['id', 'userId', 'storageKey'])
      .execute(),
  )
  for (const { id, userId, storageKey } of pictures) {
    yield { name: `avatars/${userId}-${id}.webp`, storageKey }
  }
}

/** Reads all pictures of services. Not batched, because their number is small. */
async function* readServicePictures(deps: DeletionDeps, scope: { tenantId: string }): AsyncGenerator<ExportedFile> {
  const pictures = await deps.inTenant(scope, (tx) =>
    tx
      .selectFrom('servicePictures')
      .where('tenantId', '=', tx.tenantId)
      .orderBy('id')
      .select(['id', 'storageKey'])
      .execute(),
  )
  for (const { id, storageKey } of pictures) yield { name: `services/${id}.webp`, storageKey }
}

/** Reads the logos of documents: the one in use, and uploads that were not saved. */
async function* readLogos(deps: DeletionDeps, scope: { tenantId: string }): AsyncGenerator<ExportedFile> {
  const logos = await deps.inTenant(scope, (tx) =>
    tx
      .selectFrom('documentLogos')
      .where('tenantId', '=', tx.tenantId)
      .orderBy('id')
      .select(['id', 'storageKey'])
      .execute(),
  )
  for (const { id, storageKey } of logos) yield { name: `logos/${id}.png`, storageKey }
}
