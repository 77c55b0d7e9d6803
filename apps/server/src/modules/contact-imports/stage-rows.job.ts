import { setImmediate } from 'node:timers/promises'
import type { ImportCounts } from '@frontdesk/contract/api'
import { IMPORT_MAX_ROWS, type ImportOutcome, maskCardNumbers } from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import { z } from 'zod'
import type { TenantTx } from '../../platform/database/database.ts'
import { forTenant } from '../../platform/database/for-tenant.ts'
import { newId } from '../../platform/ids.ts'
import { defineJob, type JobSpec } from '../../platform/jobs/define-job.ts'
import { findPerson, type Person } from '../accounts/index.ts'
import { listContactFields } from '../contact-fields/index.ts'
import { tagSpelling } from '../contact-rows/index.ts'
import { listStatuses } from '../contact-statuses/index.ts'
import { listLabelNames } from '../contacts/index.ts'
import { findLocationRow, listLocations } from '../locations/index.ts'
import { optOutsText } from '../messaging/index.ts'
import { isContactVisible } from '../visibility/index.ts'
import { deleteRows } from './delete-rows.ts'
import type { ImportDeps } from './deps.ts'
import { ImportError } from './file/import-error.ts'
import { contactReader, type ImportedContact } from './file/read-contact.ts'
import { decideNumbers, storeNumbers } from './further-numbers.ts'
import { isChanged } from './merged-values.ts'
import { openFile } from './open-file.ts'
import { publishImport } from './publish-import.ts'
import { type ImportRow, lockImport, updateImport } from './rows.ts'

const STAGE_ROWS = 'stage-import-rows'
/** Rows per statement. */
const BATCH = 1000
/** Rows read before other work of the process gets its turn. */
const SLICE = 200
const CELL_MAX = 2000

export const stageRowsSpec = (tenantId: string, id: string, checkId: string): JobSpec => ({
  identifier: STAGE_ROWS,
  payload: { tenantId, id, checkId },
  jobKey: `stage-import:${checkId}`,
})

interface StagedRow extends ImportedContact {
  n: number
  /** Of the contact, if it is added. */
  id: string
  cells: readonly string[]
}

/**
 * The dry run: reads the file, and stores its rows with what would become of each. The import remembers the last stored
 * row, so that a run that was killed reads again from the start but stores only what is missing.
 */
export const stageRows = defineJob({
  name: STAGE_ROWS,
  lane: 'background',
  payload: z.object({ tenantId: z.uuid(), id: z.uuid(), checkId: z.uuid() }),
  run: async (deps: ImportDeps, { tenantId, id, checkId }) => {
    const scope = { tenantId }
    const started = await deps.inTenant(scope, (tx) => lockCheck(tx, id, checkId))
    if (!started) return
    if (started.checkpoint === 0) await deleteStagedRows(deps, tenantId, id)
    const end = (values: Pick<ImportRow, 'state' | 'problem'>) =>
      deps.inTenant(scope, async (tx) => {
        const row = await lockCheck(tx, id, checkId)
        if (row) publishImport(tx, await updateImport(tx, row, values))
      })
    try {
      if (!(await readAll(deps, tenantId, started))) return
      while (await deps.inTenant(scope, (tx) => decideNext(tx, started)));
      await end({ state: 'ready', problem: null })
    } catch (error) {
      if (!(error instanceof ImportError)) throw error
      await end({ state: 'failed', problem: { reason: error.reason, row: error.row } })
    }
  },
})

/**
 * Locks the import while this dry run is its present one: it may have been stopped, or started again with another
 * mapping.
 */
async function lockCheck(tx: TenantTx, id: string, checkId: string | null): Promise<ImportRow | undefined> {
  const row = await lockImport(tx, id)
  return row?.state === 'checking' && row.checkId === checkId ? row : undefined
}

/** Decides on further numbers; returns whether there may be more. */
async function decideNext(tx: TenantTx, started: ImportRow): Promise<boolean> {
  const row = await lockCheck(tx, started.id, started.checkId)
  const person = row && (await findPerson(tx, row.userId))
  return Boolean(row && person && (await decideNumbers(tx, row, person)))
}

/** Deletes the rows of an earlier dry run, batch by batch. */
async function deleteStagedRows({ inTenant }: ImportDeps, tenantId: string, id: string): Promise<void> {
  for (;;) {
    const deleted = await inTenant({ tenantId }, (tx) => deleteRows(tx, id, BATCH * 5))
    if (deleted === 0) return
  }
}

/** Reads and stores all rows. Returns false if the import was changed in the meantime. */
async function readAll(deps: ImportDeps, tenantId: string, started: ImportRow): Promise<boolean> {
  const { rows } = await openFile(deps.storage, tenantId, started)
  const { country, spellTag, labels, statuses, locations, fields } = await deps.inTenant({ tenantId }, async (tx) => ({
    country: (await findLocationRow(tx, started.locationId ?? '')).country,
    spellTag: await tagSpelling(tx),
    labels: new Map((await listLabelNames(tx)).map((name) => [name.toLowerCase(), name])),
    statuses: byName((await listStatuses(tx)).map(({ key, name }) => [name, key])),
    locations: byName(await findUsableLocations(tx, started)),
    fields: await listContactFields(tx),
  }))
  const read = contactReader({
    mapping: started.mapping,
    titles: started.columns.map(({ title }) => title),
    country,
    tags: started.tags,
    spellTag,
    labels,
    statuses,
    locations,
    fields,
    today: deps.now().slice(0, 10),
  })
  const store = (batch: StagedRow[]) =>
    deps.inTenant({ tenantId }, async (tx) => {
      const row = await stageBatch(tx, started, batch)
      if (row) publishImport(tx, row)
      return row !== null
    })

  let n = 0
  let batch: StagedRow[] = []
  // The next rows are read while these are stored.
  let storing: Promise<boolean> = Promise.resolve(true)
  try {
    for await (const cells of rows) {
      n += 1
      if (n > IMPORT_MAX_ROWS + 1) throw new ImportError('too-many-rows', n)
      if (n <= started.checkpoint || (n === 1 && started.hasHeader)) continue
      const masked = cells.map(maskCardNumbers)
      const contact = read(masked)
      batch.push({
        ...contact,
        n,
        id: newId(),
        cells: masked.map((cell) => cell.slice(0, CELL_MAX).toWellFormed()),
      })
      if (n % SLICE === 0) await setImmediate()
      if (batch.length < BATCH) continue
      if (!(await storing)) return false
      storing = store(batch)
      storing.catch(() => {})
      batch = []
    }
  } finally {
    // Its result is checked below; the import is not changed after this function.
    await storing.catch(() => {})
  }
  if (!(await storing)) return false
  return batch.length === 0 || store(batch)
}

/** The locations that the importer may use. */
async function findUsableLocations(tx: TenantTx, { userId }: ImportRow): Promise<[name: string, id: string][]> {
  const person = await findPerson(tx, userId)
  return person ? (await listLocations(tx, person)).map(({ name, id }) => [name, id]) : []
}

/** Values by lowercase name, without names that several have. */
const byName = (entries: readonly (readonly [name: string, value: string])[]): Map<string, string> =>
  new Map(
    [...Map.groupBy(entries, ([name]) => name.trim().toLowerCase())].flatMap(([name, [first, ...others]]) =>
      first && others.length === 0 ? [[name, first[1]] as const] : [],
    ),
  )

/** Stores rows with their outcomes, unless the import was changed in the meantime. */
async function stageBatch(tx: TenantTx, started: ImportRow, batch: readonly StagedRow[]): Promise<ImportRow | null> {
  const row = await lockCheck(tx, started.id, started.checkId)
  const person = await findPerson(tx, started.userId)
  const upTo = batch.at(-1)?.n ?? 0
  if (!row || !person) return null
  const results = await insertRows(tx, row, person, batch)
  await storeNumbers(tx, row.id, batch)
  const { counts } = row
  const total = (key: keyof ImportCounts, n: number) => {
    counts[key] += n
  }
  for (const { outcome, n, optedOut, landlines, warnings } of results) {
    total('rows', n)
    total(COUNTERS[outcome], n)
    total('optedOut', optedOut)
    total('landlines', landlines)
    total('warnings', warnings)
  }
  return updateImport(tx, row, { counts, checkpoint: upTo, total: counts.new + counts.updates })
}

const COUNTERS: Record<ImportOutcome, keyof ImportCounts> = {
  new: 'new',
  update: 'updates',
  unchanged: 'unchanged',
  duplicate: 'duplicates',
  'bad-phone': 'badPhones',
  'foreign-phone': 'foreignPhones',
  'no-phone': 'withoutPhone',
  blank: 'blank',
  skipped: 'skipped',
}

interface Result {
  outcome: ImportOutcome
  n: number
  optedOut: number
  landlines: number
  warnings: number
}

const toJson = ({
  countryCode: country_code,
  birthDate: birth_date,
  consentedOn: consented_on,
  otherPhones,
  otherEmails: other_emails,
  statusKey: status_key,
  taxExemption: tax_exemption,
  locationId: location_id,
  warnings: cell_warnings,
  ...row
}: StagedRow) => ({
  ...row,
  status_key,
  tax_exemption,
  location_id,
  cell_warnings,
  country_code,
  birth_date,
  consented_on,
  other_emails,
  has_numbers: otherPhones.length > 0,
})

async function insertRows(
  tx: TenantTx,
  { id, mode }: ImportRow,
  person: Person,
  batch: readonly StagedRow[],
): Promise<Result[]> {
  // Each `limit 1` keeps the planner to one index lookup per row: while the tables fill there are no statistics, and it
  // could read whole tables for each batch. Duplicates are found by the unique index for the same reason, and those by
  // another number of their contact among the rows of the batch and of earlier ones.
  const { rows } = await sql<Result>`
    with judged as (
      select r.*, o.is_opted_out, l.is_landline,
        r.cell_warnings || case when r.location_id <> t.location_id then '{keptLocation}' else '{}' end::text[] as warnings, coalesce(t.main_id, t.id, r.id) as contact_id, case
          when r.problem is not null then r.problem
          when row_number() over (partition by coalesce(t.main_id, t.id, r.id) order by r.n) > 1 then 'duplicate'
          when t.other_phones <> '{}' and exists (
            select from unnest(t.other_phones) as other (phone), lateral (
              select from contact_import_rows e
              where e.tenant_id = ${tx.tenantId} and e.import_id = ${id} and e.phone = other.phone limit 1
            ) earlier
          ) then 'duplicate'
          when t.id is null then ${mode === 'update' ? 'skipped' : 'new'}
          when ${mode === 'create'} or not ${isContactVisible(tx, person)} then 'skipped'
          when ${isChanged('r')} then 'update'
          else 'unchanged'
        end as outcome
      from jsonb_to_recordset(${JSON.stringify(batch.map(toJson))}::jsonb) as r (
        n int, id uuid, phone text, country_code text, problem text, name text, email citext, other_emails text[],
        birth_date date, tags text[], labels text[], status_key text, tax_exemption text, location_id uuid, custom jsonb, cell_warnings text[],
        cells text[], consented_on date, has_numbers boolean
      )
      left join lateral (
        select t.* from contacts t where t.tenant_id = ${tx.tenantId} and t.phone = r.phone limit 1
      ) t on true
      left join lateral (
        ${forTenant(tx, (tenant) => optOutsText(tenant, 'r.phone'))} limit 1
      ) o on true
      left join lateral (
        select true as is_landline from number_lookups l
        where l.tenant_id = ${tx.tenantId} and l.phone_number = r.phone and l.line_type = 'landline' limit 1
      ) l on true
    ), staged as (
      insert into contact_import_rows (
        tenant_id, import_id, n, outcome, phone, country_code, name, email, other_emails, birth_date, tags, labels, status_key, tax_exemption, location_id, custom,
        consented_on, warnings, cells, contact_id
      )
      select ${tx.tenantId}::uuid, ${id}::uuid, j.n, j.outcome, j.phone, j.country_code, j.name, j.email, j.other_emails,
        j.birth_date, j.tags, j.labels, j.status_key, j.tax_exemption, j.location_id, j.custom, j.consented_on, j.warnings,
        case when j.outcome = 'blank' or (j.outcome in ('new', 'update', 'unchanged') and j.warnings = '{}' and not j.has_numbers)
          then null else j.cells end,
        j.contact_id
      from judged j where j.outcome <> 'duplicate' order by j.n
      on conflict (tenant_id, import_id, phone) where phone is not null do nothing
      returning n, outcome
    ), duplicates as (
      insert into contact_import_rows (tenant_id, import_id, n, outcome, cells, contact_id)
      select ${tx.tenantId}::uuid, ${id}::uuid, j.n, 'duplicate', j.cells, j.contact_id
      from judged j where j.n not in (select s.n from staged s)
    )
    select coalesce(s.outcome, 'duplicate') as outcome, count(*)::int as n,
      count(*) filter (where s.outcome in ('new', 'update', 'unchanged') and j.is_opted_out)::int as "optedOut",
      count(*) filter (where s.outcome in ('new', 'update', 'unchanged') and j.is_landline)::int as landlines,
      count(*) filter (where s.outcome in ('new', 'update', 'unchanged') and j.warnings <> '{}')::int as warnings
    from judged j left join staged s on s.n = j.n group by 1`.execute(tx)
  return rows
}
