import { type RawBuilder, sql } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'
import type { Person } from '../accounts/index.ts'
import { recordContactsChanged } from '../changes/index.ts'
import { copyToFurtherRows, countTags, deleteUnusedContacts, insertContactsFrom } from '../contact-rows/index.ts'
import { recordManyUpdated } from '../contacts/index.ts'
import { isContactVisible } from '../visibility/index.ts'
import { isChanged, mergedValues } from './merged-values.ts'
import type { ImportRow } from './rows.ts'

/** Rows per transaction. */
const BATCH = 1000
const INT_MAX = 2_147_483_647

/** A range of rows: after one, up to and including another. */
interface Range {
  after: number
  upTo: number
  rows: number
  /** Rows among them that add a contact. */
  news: number
}

const inRange = (tx: TenantTx, { id }: ImportRow, { after, upTo }: Range) =>
  sql`r.tenant_id = ${tx.tenantId} and r.import_id = ${id} and r.n > ${after} and r.n <= ${upTo}`

/** SQL: joins rows with the contacts `t` that have their numbers `n`. */
const joinContacts = (tx: TenantTx, condition: RawBuilder<unknown>) => sql`
  join contacts n on n.tenant_id = ${tx.tenantId} and ${condition}
  join contacts t on t.tenant_id = ${tx.tenantId} and t.id = coalesce(n.main_id, n.id)`

/** The next rows to be written, or those written to be taken back; undefined when there are none. */
export async function findNextRange(tx: TenantTx, row: ImportRow): Promise<Range | undefined> {
  const last = row.state === 'undoing' ? row.writtenUpTo : INT_MAX
  const { rows } = await sql<{ upTo: number | null; rows: number; news: number }>`
    select max(n) as up_to, count(*)::int as rows, (count(*) filter (where outcome = 'new'))::int as news from (
      select r.n, r.outcome from contact_import_rows r
      where r.tenant_id = ${tx.tenantId} and r.import_id = ${row.id} and r.n > ${row.checkpoint} and r.n <= ${last}
        and r.outcome in ('new', 'update')
      order by r.n limit ${BATCH}
    ) r`.execute(tx)
  const [next] = rows
  return next && next.upTo !== null ? { ...next, upTo: next.upTo, after: row.checkpoint } : undefined
}

/** Adds and updates the contacts of a range of rows, as far as they are still what the dry run found. */
export async function writeContacts(
  tx: TenantTx,
  row: ImportRow,
  person: Person,
  locationId: string,
  range: Range,
): Promise<{ created: number; updated: number }> {
  const created = await insertContactsFrom(
    tx,
    sql`select r.contact_id as id, r.name, r.phone, r.country_code, r.email, r.birth_date, r.tags, r.labels, r.custom
      from contact_import_rows r where ${inRange(tx, row, range)} and r.outcome = 'new'`,
    { locationId, source: 'csv-upload', at: tx.now() },
  )
  // A number that another contact got since the dry run is left to that contact.
  if (created.length < range.news)
    await sql`
      update contact_import_rows r set outcome = 'skipped'
      where ${inRange(tx, row, range)} and r.outcome = 'new' and r.contact_id <> all(${created}::uuid[])`.execute(tx)
  const updated = row.counts.updates > 0 ? await updateContacts(tx, row, person, range) : []
  await recordManyUpdated(tx, person, [...(created.length > 0 ? [locationId] : []), ...locationsOf(updated)])
  return { created: created.length, updated: updated.length }
}

/** The values that an import changes, as JSON. */
const VALUES = sql`jsonb_build_object(
  'name', t.name, 'email', t.email, 'birth_date', t.birth_date, 'tags', t.tags, 'labels', t.labels,
  'custom', t.custom
)`

/** A contact with its tags before and after. */
export interface ChangedContact {
  id: string
  locationId: string
  before: string[]
  after: string[]
}

/** Updates the contacts that the importer may see, and stores what each was before and is now. */
async function updateContacts(tx: TenantTx, row: ImportRow, person: Person, range: Range): Promise<ChangedContact[]> {
  // In the order of their ids, so that concurrent changes don't deadlock.
  const { rows: visible } = await sql<{ n: number }>`
    select r.n from contact_import_rows r ${joinContacts(tx, sql`n.phone = r.phone`)}
    where ${inRange(tx, row, range)} and r.outcome = 'update' and ${isContactVisible(tx, person)} and ${isChanged('r')}
    order by t.id for no key update of t`.execute(tx)
  const { name, email, birth_date, tags, labels, custom } = mergedValues('r')
  const { rows: changed } = await sql<ChangedContact>`
    with old as (
      select r.n, t.id, ${VALUES} as before, t.tags as tags_before, ${name} as name, ${email} as email, ${birth_date} as birth_date,
        ${tags} as tags, ${labels} as labels, ${custom} as custom
      from contact_import_rows r ${joinContacts(tx, sql`n.phone = r.phone`)}
      where ${inRange(tx, row, range)} and r.n = any(${visible.map(({ n }) => n)}::int[])
    ), changed as (
      update contacts t set name = o.name, email = o.email, birth_date = o.birth_date, tags = o.tags, labels = o.labels,
        custom = o.custom
      from old o where t.tenant_id = ${tx.tenantId} and t.id = o.id
      returning o.n, t.id, t.location_id, o.before, ${VALUES} as after, o.tags_before, t.tags
    ), stored as (
      update contact_import_rows r set contact_id = c.id, before = c.before, after = c.after
      from changed c where r.tenant_id = ${tx.tenantId} and r.import_id = ${row.id} and r.n = c.n
    )
    select c.id, c.location_id, c.tags_before as before, c.tags as after from changed c`.execute(tx)
  await sql`
    update contact_import_rows r set outcome = 'skipped'
    where ${inRange(tx, row, range)} and r.outcome = 'update' and r.before is null`.execute(tx)
  await recordTagsAndEvents(tx, person, changed)
  return changed
}

const locationsOf = (contacts: readonly { locationId: string }[]): string[] => [
  ...new Set(contacts.map(({ locationId }) => locationId)),
]

async function recordTagsAndEvents(tx: TenantTx, person: Person, changed: readonly ChangedContact[]): Promise<void> {
  if (changed.length === 0) return
  await copyToFurtherRows(
    tx,
    changed.map(({ id }) => id),
  )
  await countTags(tx, {
    before: changed.flatMap(({ before }) => before),
    after: changed.flatMap(({ after }) => after),
  })
  await recordContactsChanged(
    tx,
    changed.map(({ id }) => id),
    { at: tx.now(), actorUserId: person.userId },
  )
}

/** SQL: a field of JSON as an array of words. */
const wordsOf = (json: 'before' | 'after', field: 'tags' | 'labels') =>
  sql`array(select w.word from jsonb_array_elements_text(${sql.ref(`r.${json}`)} -> ${sql.lit(field)}) with ordinality as w (word, n) order by w.n)`

/** SQL: custom fields of the contact `t`, each as it was before unless it has changed since. */
const RESTORED_CUSTOM = sql`jsonb_strip_nulls(t.custom || coalesce((
  select jsonb_object_agg(f.key, r.before -> 'custom' -> f.key) from jsonb_each(r.after -> 'custom') as f (key, value)
  where t.custom -> f.key = f.value
), '{}'))`

/**
 * Takes back a range of rows: deletes the contacts that it added and that are not in use since, and restores the fields
 * that have not changed since, of contacts that the teammate may see. Returns how many contacts it changed.
 */
export async function undoContacts(tx: TenantTx, row: ImportRow, person: Person, range: Range): Promise<number> {
  const deleted = await deleteUnusedContacts(
    tx,
    sql`t.id in (
      select r.contact_id from contact_import_rows r where ${inRange(tx, row, range)} and r.outcome = 'new'
    ) and ${isContactVisible(tx, person)}`,
  )
  const restorable = sql`${inRange(tx, row, range)} and r.outcome = 'update'`
  const { rows: visible } = await sql<{ id: string }>`
    select t.id from contact_import_rows r ${joinContacts(tx, sql`n.id = r.contact_id`)}
    where ${restorable} and ${isContactVisible(tx, person)} order by t.id for no key update of t`.execute(tx)
  const restored = (field: 'name' | 'email' | 'birth_date', type: string) => {
    const column = sql.ref(`t.${field}`)
    const stored = (json: 'before' | 'after') => sql`(${sql.ref(`r.${json}`)} ->> ${sql.lit(field)})::${sql.raw(type)}`
    return sql`case when ${column} is not distinct from ${stored('after')} then ${stored('before')} else ${column} end`
  }
  const restoredWords = (field: 'tags' | 'labels') =>
    sql`case when ${sql.ref(`t.${field}`)} = ${wordsOf('after', field)} then ${wordsOf('before', field)} else ${sql.ref(`t.${field}`)} end`
  const { rows: changed } = await sql<ChangedContact>`
    with old as (
      select t.id, t.tags as before, ${restored('name', 'text')} as name, ${restored('email', 'citext')} as email,
        ${restored('birth_date', 'date')} as birth_date, ${restoredWords('tags')} as tags, ${restoredWords('labels')} as labels,
        ${RESTORED_CUSTOM} as custom
      from contact_import_rows r ${joinContacts(tx, sql`n.id = r.contact_id`)}
      where ${restorable} and t.id = any(${visible.map(({ id }) => id)}::uuid[])
    )
    update contacts t set name = o.name, email = o.email, birth_date = o.birth_date, tags = o.tags, labels = o.labels,
      custom = o.custom
    from old o where t.tenant_id = ${tx.tenantId} and t.id = o.id
      and (t.name, t.email, t.birth_date, t.tags, t.labels, t.custom)
        is distinct from (o.name, o.email, o.birth_date, o.tags, o.labels, o.custom)
    returning t.id, t.location_id, o.before, t.tags as after`.execute(tx)
  await recordTagsAndEvents(tx, person, changed)
  await recordManyUpdated(tx, person, locationsOf([...deleted, ...changed]))
  return deleted.length + changed.length
}
