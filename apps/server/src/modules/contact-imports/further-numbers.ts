import { CONTACT_PHONES_MAX, type ImportOutcome } from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'
import type { Person } from '../accounts/index.ts'
import { addFurtherNumbers, type ContactAuthor, removeUnusedNumbers } from '../contact-rows/index.ts'
import { isContactVisible, seesAllOfContact } from '../visibility/index.ts'
import type { NumberWarning } from './file/read-contact.ts'
import { type ImportRow, updateImport } from './rows.ts'

// Further numbers of the rows of a file. They are stored while the file is read, and decided on when all rows are
// known: a number that is the main one of any row stays with that row, wherever it is in the file.

/** Numbers per statement. */
const BATCH = 1000

interface RowWithNumbers {
  n: number
  otherPhones: readonly string[]
}

/** Stores the further numbers of rows that are imported. */
export async function storeNumbers(tx: TenantTx, importId: string, batch: readonly RowWithNumbers[]): Promise<void> {
  const rows = batch
    .filter(({ otherPhones }) => otherPhones.length > 0)
    .map(({ n, otherPhones }) => ({ n, phones: otherPhones }))
  if (rows.length === 0) return
  await sql`
    insert into contact_import_numbers (tenant_id, import_id, n, phone, position)
    select ${tx.tenantId}::uuid, ${importId}::uuid, r.n, p.phone, p.position
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as w (n int, phones text[])
    join contact_import_rows r on r.tenant_id = ${tx.tenantId} and r.import_id = ${importId} and r.n = w.n
    cross join lateral unnest(w.phones) with ordinality as p (phone, position)
    where r.outcome in ('new', 'update', 'unchanged')`.execute(tx)
}

/**
 * Decides which of the next stored numbers the import adds. The others become warnings of their rows: a number that
 * another contact or an earlier row has, one that is too many, or one of a contact that the importer does not see all
 * of. Returns null when all are decided.
 */
export async function decideNumbers(tx: TenantTx, row: ImportRow, person: Person): Promise<ImportRow | null> {
  const ofImport = (alias: string) =>
    sql`${sql.ref(`${alias}.tenant_id`)} = ${tx.tenantId} and ${sql.ref(`${alias}.import_id`)} = ${row.id}`
  const undecided = await tx
    .selectFrom(({ selectFrom }) =>
      selectFrom('contactImportNumbers')
        .where('tenantId', '=', tx.tenantId)
        .where('importId', '=', row.id)
        .where('state', 'is', null)
        .orderBy('n')
        .limit(BATCH)
        .select('n')
        .as('u'),
    )
    .select(({ fn }) => [fn.min('u.n').as('first'), fn.max('u.n').as('last')])
    .executeTakeFirst()
  if (!undecided || undecided.last === null) return null
  // Without statistics of tables that fill, the range of rows and each `limit 1` keep the planner to index lookups.
  const { rows: judged } = await sql<JudgedNumber>`
    select x.n, x.phone, r.outcome, r.warnings, coalesce(cardinality(t.other_phones), 0) as existing, case
        when o.contact_id = r.contact_id then 'present'
        when o.contact_id is not null or m.is_taken or e.is_taken then 'takenPhone'
        when t.id is not null and not ${seesAllOfContact(tx, person)} then 'restrictedPhone'
        else 'add'
      end as verdict
    from (
      select * from contact_import_numbers x
      where ${ofImport('x')} and x.n between ${undecided.first} and ${undecided.last} offset 0
    ) x
    cross join lateral ${rowOf(tx, row)} r
    left join lateral (
      select t.* from contacts t where t.tenant_id = ${tx.tenantId} and t.id = r.contact_id limit 1
    ) t on true
    left join lateral (
      select coalesce(o.main_id, o.id) as contact_id from contacts o
      where o.tenant_id = ${tx.tenantId} and o.phone = x.phone limit 1
    ) o on true
    left join lateral (
      select true as is_taken from contact_import_rows i where ${ofImport('i')} and i.phone = x.phone limit 1
    ) m on true
    left join lateral (
      select true as is_taken from contact_import_numbers i where ${ofImport('i')} and i.phone = x.phone and i.n < x.n limit 1
    ) e on true
    order by x.n, x.position`.execute(tx)
  const added: Pick<JudgedNumber, 'n' | 'phone'>[] = []
  const changed = [...Map.groupBy(judged, ({ n }) => n)].map(([n, numbers]) => {
    const reasons = new Set<NumberWarning>()
    const [first] = numbers
    let free = CONTACT_PHONES_MAX - 1 - (first?.existing ?? 0)
    for (const { phone, verdict } of numbers) {
      if (verdict === 'add' && free > 0) {
        free -= 1
        added.push({ n, phone })
      } else if (verdict !== 'present') reasons.add(verdict === 'add' ? 'tooManyPhones' : verdict)
    }
    const isUpdate = first?.outcome === 'unchanged' && added.at(-1)?.n === n
    return { n, isUpdate, isWarned: first?.warnings.length === 0 && reasons.size > 0, reasons: [...reasons] }
  })
  await sql`
    delete from contact_import_numbers x
    where ${ofImport('x')} and x.n between ${undecided.first} and ${undecided.last}
      and (x.n, x.phone) not in (${numbersIn(added)})`.execute(tx)
  await sql`
    update contact_import_numbers x set state = 'add' from (${numbersIn(added)}) a
    where ${ofImport('x')} and x.n = a.n and x.phone = a.phone`.execute(tx)
  await sql`
    update contact_import_rows r set
      outcome = case when c."isUpdate" then 'update' else r.outcome end,
      warnings = r.warnings || c.reasons,
      cells = case when r.warnings = '{}' and c.reasons = '{}' then null else r.cells end
    from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as c (n int, "isUpdate" boolean, reasons text[])
    where ${ofImport('r')} and r.n = c.n`.execute(tx)
  const { counts } = row
  const updates = changed.filter(({ isUpdate }) => isUpdate).length
  counts.updates += updates
  counts.unchanged -= updates
  counts.warnings += changed.filter(({ isWarned }) => isWarned).length
  return updateImport(tx, row, { counts, total: counts.new + counts.updates })
}

/** A further number with what speaks against adding it. */
export interface JudgedNumber {
  n: number
  phone: string
  outcome: ImportOutcome
  warnings: string[]
  /** Further numbers that the contact has. */
  existing: number
  verdict: 'add' | 'present' | NumberWarning
}

const numbersIn = (numbers: readonly { n: number; phone: string }[]) =>
  sql`select a.n, a.phone from jsonb_to_recordset(${JSON.stringify(numbers)}::jsonb) as a (n int, phone text)`

interface Range {
  after: number
  upTo: number
}

const inRange = (tx: TenantTx, { id }: ImportRow, { after, upTo }: Range) =>
  sql`x.tenant_id = ${tx.tenantId} and x.import_id = ${id} and x.n > ${after} and x.n <= ${upTo}`

/** Most files have no further numbers. */
async function hasNumbers(tx: TenantTx, row: ImportRow, range: Range): Promise<boolean> {
  const { rows } = await sql`select from contact_import_numbers x where ${inRange(tx, row, range)} limit 1`.execute(tx)
  return rows.length > 0
}

/** SQL: the row of the number `x`, by one index lookup. */
const rowOf = (tx: TenantTx, { id }: ImportRow) => sql`(
  select r.outcome, r.warnings, r.contact_id from contact_import_rows r
  where r.tenant_id = ${tx.tenantId} and r.import_id = ${id} and r.n = x.n limit 1
)`

/** SQL: whether the import adds numbers to the contact of the row `r`. */
export const addsNumbers = (tx: TenantTx) => sql<boolean>`exists (
  select from contact_import_numbers x
  where x.tenant_id = ${tx.tenantId} and x.import_id = r.import_id and x.n = r.n and x.state = 'add'
)`

/**
 * Adds the further numbers of rows whose contacts were written, except those that another contact got since the dry
 * run.
 */
export async function writeNumbers(
  tx: TenantTx,
  row: ImportRow,
  person: Person,
  author: ContactAuthor,
  range: Range,
): Promise<void> {
  if (!(await hasNumbers(tx, row, range))) return
  const { rows } = await sql<{ n: number; phone: string; mainId: string }>`
    select x.n, x.phone, t.id as "mainId"
    from (select * from contact_import_numbers x where ${inRange(tx, row, range)} and x.state = 'add' offset 0) x
    cross join lateral ${rowOf(tx, row)} r
    cross join lateral (
      select t.* from contacts t where t.tenant_id = ${tx.tenantId} and t.id = r.contact_id limit 1
    ) t
    where t.main_id is null
      and (r.outcome = 'new' or r.outcome = 'update' and ${seesAllOfContact(tx, person)})
    order by x.n, x.position`.execute(tx)
  const added = await addFurtherNumbers(tx, author, rows)
  if (added.length === 0) return
  await sql`
    update contact_import_numbers x set state = 'added' from (${numbersIn(added)}) a
    where ${inRange(tx, row, range)} and x.n = a.n and x.phone = a.phone`.execute(tx)
}

/** SQL: the numbers that the import added in a range of rows, as an array. */
export const addedNumbers = (tx: TenantTx, row: ImportRow, range: Range) =>
  sql`array(select x.phone from contact_import_numbers x where ${inRange(tx, row, range)} and x.state = 'added')`

/**
 * Removes the numbers that the import added to contacts it updated, unless they are used since. Returns these contacts.
 */
export async function removeNumbers(
  tx: TenantTx,
  row: ImportRow,
  person: Person,
  author: ContactAuthor,
  range: Range,
): Promise<{ id: string; locationId: string }[]> {
  if (!(await hasNumbers(tx, row, range))) return []
  const { rows } = await sql<{ phone: string }>`
    select x.phone
    from (select * from contact_import_numbers x where ${inRange(tx, row, range)} and x.state = 'added' offset 0) x
    cross join lateral ${rowOf(tx, row)} r
    cross join lateral (
      select coalesce(o.main_id, o.id) as id from contacts o where o.tenant_id = ${tx.tenantId} and o.id = r.contact_id limit 1
    ) o
    cross join lateral (
      select t.* from contacts t where t.tenant_id = ${tx.tenantId} and t.phone = x.phone limit 1
    ) t
    where t.main_id = o.id and r.outcome = 'update' and ${isContactVisible(tx, person)}`.execute(tx)
  return removeUnusedNumbers(
    tx,
    author,
    rows.map(({ phone }) => phone),
  )
}
