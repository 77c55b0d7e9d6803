import { type RawBuilder, sql } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'
import type { Person } from '../accounts/index.ts'
import { recordContactsChanged } from '../changes/index.ts'
import {
  type ContactAuthor,
  copyToFurtherRows,
  countTags,
  deleteUnusedContacts,
  insertActivities,
  insertContactsFrom,
  recordManyUpdated,
  updateOfContacts,
} from '../contact-rows/index.ts'
import { listLocations } from '../locations/index.ts'
import { isContactVisible } from '../visibility/index.ts'
import type { ImportDeps } from './deps.ts'
import { addedNumbers, addsNumbers, removeNumbers, writeNumbers } from './further-numbers.ts'
import { joinContact } from './join-contact.ts'
import { isChanged, mergedValues } from './merged-values.ts'
import type { ImportRow } from './rows.ts'
import { type ChangedStatus, setConversationStatuses, statusKeys } from './set-statuses.ts'

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

/** Locks the contacts that rows update, in the order of their ids, so that concurrent changes don't deadlock. */
async function lockContacts(tx: TenantTx, row: ImportRow, range: Range, condition: RawBuilder<unknown>): Promise<void> {
  await sql`
    select from contacts t
    where t.tenant_id = ${tx.tenantId} and t.id = any(array(
      select t.id from contact_import_rows r ${joinContact(tx, condition)}
      where ${inRange(tx, row, range)} and r.outcome = 'update'
    ))
    order by t.id for no key update of t`.execute(tx)
}

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
  deps: ImportDeps,
  tx: TenantTx,
  row: ImportRow,
  person: Person,
  locationId: string,
  range: Range,
): Promise<{ created: number; updated: number }> {
  const author = { userId: person.userId, at: tx.now(), cause: 'import', importId: row.id } as const
  if (row.mapping.includes('status'))
    await sql`
      update contact_import_rows r set status_key = null
      where ${inRange(tx, row, range)} and r.status_key is not null
        and r.status_key <> all(${await statusKeys(tx)}::text[])`.execute(tx)
  // Locations that the importer may still use.
  const locationIds = row.mapping.includes('location') ? (await listLocations(tx, person)).map(({ id }) => id) : []
  const created = await insertContactsFrom(
    tx,
    sql`select r.contact_id as id, r.name, r.phone, r.country_code, r.email, r.other_emails, r.birth_date, r.tags, r.labels, r.custom,
        r.status_key, r.tax_exemption, case when r.location_id = any(${locationIds}::uuid[]) then r.location_id else ${locationId}::uuid end as location_id
      from contact_import_rows r where ${inRange(tx, row, range)} and r.outcome = 'new'`,
    { source: 'csv-upload', addedBy: author.userId, importId: row.id, at: author.at },
  )
  // A number that another contact got since the dry run is left to that contact.
  if (created.length < range.news)
    await sql`
      update contact_import_rows r set outcome = 'skipped'
      where ${inRange(tx, row, range)} and r.outcome = 'new' and r.contact_id <> all(${created.map(({ id }) => id)}::uuid[])`.execute(
      tx,
    )
  const updated = row.counts.updates > 0 ? await updateContacts(deps, tx, row, person, author, range) : []
  await writeNumbers(tx, row, person, author, range)
  await recordManyUpdated(tx, person, locationsOf([...created, ...updated]))
  return { created: created.length, updated: updated.length }
}

/** The values that an import changes, as JSON. */
const VALUES = sql`jsonb_build_object(
  'name', t.name, 'email', t.email, 'other_emails', t.other_emails, 'birth_date', t.birth_date, 'tags', t.tags, 'labels', t.labels,
  'status_key', t.status_key, 'tax_exemption', t.tax_exemption, 'custom', t.custom
)`

/** The update of the contacts `t` by the values `o` of a CTE. */
const WRITTEN = {
  set: {
    name: sql`o.name`,
    email: sql`o.email`,
    otherEmails: sql`o.other_emails`,
    birthDate: sql`o.birth_date`,
    tags: sql`o.tags`,
    labels: sql`o.labels`,
    statusKey: sql`o.status_key`,
    taxExemption: sql`o.tax_exemption`,
    custom: sql`o.custom`,
  },
  from: sql`old o`,
  where: sql`t.id = o.id and t.id = any(array(select o.id from old o))`,
}

/** A contact with its tags before and after. */
export interface ChangedContact {
  id: string
  locationId: string
  before: string[]
  after: string[]
  statusBefore: string | null
  statusAfter: string | null
}

/** Updates the contacts that the importer may see, and stores what each was before and is now. */
async function updateContacts(
  deps: ImportDeps,
  tx: TenantTx,
  row: ImportRow,
  person: Person,
  author: ContactAuthor,
  range: Range,
): Promise<ChangedContact[]> {
  const byPhone = sql`n.phone = r.phone`
  await lockContacts(tx, row, range, byPhone)
  const { rows: visible } = await sql<{ n: number }>`
    select r.n from contact_import_rows r ${joinContact(tx, byPhone)}
    where ${inRange(tx, row, range)} and r.outcome = 'update' and ${isContactVisible(tx, person)}
      and (${isChanged('r')} or ${addsNumbers(tx)})`.execute(tx)
  const { name, email, other_emails, birth_date, tags, labels, status_key, tax_exemption, custom } = mergedValues('r')
  const { rows: changed } = await sql<ChangedContact>`
    with old as materialized (
      select r.n, t.id, ${VALUES} as before, t.tags as tags_before, t.status_key as status_before, ${name} as name, ${email} as email,
        ${other_emails} as other_emails, ${birth_date} as birth_date, ${tags} as tags, ${labels} as labels,
        ${status_key} as status_key, ${tax_exemption} as tax_exemption, ${custom} as custom
      from contact_import_rows r ${joinContact(tx, byPhone)}
      where ${inRange(tx, row, range)} and r.n = any(${visible.map(({ n }) => n)}::int[])
    ), changed as (${updateOfContacts(tx, {
      ...WRITTEN,
      returning: sql`o.n, o.before, ${VALUES} as after, o.tags_before, t.tags, o.status_before, t.status_key`,
    })}), recorded as (${insertActivities(tx, author)}), stored as (
      update contact_import_rows r set contact_id = c.id, before = c.before, after = c.after
      from changed c
      where r.tenant_id = ${tx.tenantId} and r.import_id = ${row.id} and r.n = c.n and r.n = any(array(select c.n from changed c))
    )
    select c.id, c.location_id, c.tags_before as before, c.tags as after, c.status_before, c.status_key as status_after
    from changed c`.execute(tx)
  await sql`
    update contact_import_rows r set outcome = 'skipped'
    where ${inRange(tx, row, range)} and r.outcome = 'update' and r.before is null`.execute(tx)
  await recordTagsAndEvents(tx, person, changed)
  await setConversationStatuses(deps, tx, person, statusesOf(changed), author)
  return changed
}

const locationsOf = (contacts: readonly { locationId: string }[]): string[] => [
  ...new Set(contacts.map(({ locationId }) => locationId)),
]

const statusesOf = (contacts: readonly ChangedContact[]): ChangedStatus[] =>
  contacts.map(({ id, statusBefore, statusAfter }) => ({ id, before: statusBefore, after: statusAfter }))

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

type WordList = 'tags' | 'labels' | 'other_emails'

/** SQL: a field of JSON as an array of words. */
const wordsOf = (json: 'before' | 'after', field: WordList) =>
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
export async function undoContacts(
  deps: ImportDeps,
  tx: TenantTx,
  row: ImportRow,
  person: Person,
  range: Range,
): Promise<number> {
  const author = { userId: person.userId, at: tx.now(), cause: 'import-undo', importId: row.id } as const
  const deleted = await deleteUnusedContacts(
    tx,
    sql`t.id = any(array(
      select r.contact_id from contact_import_rows r where ${inRange(tx, row, range)} and r.outcome = 'new'
    )) and ${isContactVisible(tx, person)}`,
    addedNumbers(tx, row, range),
  )
  const restorable = sql`${inRange(tx, row, range)} and r.outcome = 'update'`
  const byId = sql`n.id = r.contact_id`
  await lockContacts(tx, row, range, byId)
  const { rows: visible } = await sql<{ id: string }>`
    select t.id from contact_import_rows r ${joinContact(tx, byId)}
    where ${restorable} and ${isContactVisible(tx, person)}`.execute(tx)
  const restored = (field: 'name' | 'email' | 'birth_date' | 'tax_exemption', type: string) => {
    const column = sql.ref(`t.${field}`)
    const stored = (json: 'before' | 'after') => sql`(${sql.ref(`r.${json}`)} ->> ${sql.lit(field)})::${sql.raw(type)}`
    return sql`case when ${column} is not distinct from ${stored('after')} then ${stored('before')} else ${column} end`
  }
  const restoredWords = (field: WordList) =>
    sql`case when ${sql.ref(`t.${field}`)} = ${wordsOf('after', field)} then ${wordsOf('before', field)} else ${sql.ref(`t.${field}`)} end`
  const status = row.mapping.includes('status')
    ? sql`case
        when t.status_key is distinct from r.after ->> 'status_key' then t.status_key
        when r.before ->> 'status_key' = any(${await statusKeys(tx)}::text[]) then r.before ->> 'status_key' end`
    : sql`t.status_key`
  const { rows: changed } = await sql<ChangedContact>`
    with old as materialized (
      select t.id, t.tags as before, t.status_key as status_before, ${restored('name', 'text')} as name, ${restored('email', 'citext')} as email,
        array_remove(${restoredWords('other_emails')}, lower((${restored('email', 'citext')})::text)) as other_emails,
        ${restored('birth_date', 'date')} as birth_date, ${restoredWords('tags')} as tags, ${restoredWords('labels')} as labels,
        ${status} as status_key, ${restored('tax_exemption', 'text')} as tax_exemption, ${RESTORED_CUSTOM} as custom
      from contact_import_rows r ${joinContact(tx, byId)}
      where ${restorable} and t.id = any(${visible.map(({ id }) => id)}::uuid[])
    ), changed as (${updateOfContacts(tx, {
      ...WRITTEN,
      where: sql`${WRITTEN.where} and (t.name, t.email, t.other_emails, t.birth_date, t.tags, t.labels, t.status_key, t.tax_exemption, t.custom)
        is distinct from (o.name, o.email, o.other_emails, o.birth_date, o.tags, o.labels, o.status_key, o.tax_exemption, o.custom)`,
      returning: sql`o.before, t.tags as after, o.status_before, t.status_key as status_after`,
    })}), recorded as (${insertActivities(tx, author)})
    select c.id, c.location_id, c.before, c.after, c.status_before, c.status_after from changed c`.execute(tx)
  const withoutNumbers = await removeNumbers(tx, row, person, author, range)
  await recordTagsAndEvents(tx, person, changed)
  await setConversationStatuses(deps, tx, person, statusesOf(changed), { at: author.at, isUndo: true })
  await recordManyUpdated(tx, person, locationsOf([...deleted, ...changed, ...withoutNumbers]))
  return deleted.length + new Set([...changed, ...withoutNumbers].map(({ id }) => id)).size
}
