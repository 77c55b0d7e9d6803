import { Readable } from 'node:stream'
import { ContactCriteria, ExportColumn, type ListedContact } from '@frontdesk/contract/api'
import { CONTACT_COLUMNS, type ContactColumn, can } from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Actor } from '../../platform/actor.ts'
import { shift } from '../../platform/clock.ts'
import { csvLine } from '../../platform/csv.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { createDownloadLink, readDownloadLink } from '../../platform/http/download-link.ts'
import { newId } from '../../platform/ids.ts'
import { defineCleanup } from '../../platform/jobs/clear-old-rows.job.ts'
import { recordAudit } from '../audit/index.ts'
import { listContactFields } from '../contact-fields/index.ts'
import { listLocations } from '../locations/index.ts'
import { assertNotOnTrial } from '../subscription/index.ts'
import { findVisibleContacts } from '../visibility/index.ts'
import { isAmong, lookUp, matches } from './criteria.ts'
import type { ContactListDeps } from './deps.ts'
import { listRows } from './list-contacts.ts'

const AUDIENCE = 'frontdesk-contacts'
export const EXPORT_PATH = '/files/contacts'
const BATCH = 2000
const HOUR_MS = 3_600_000

const ExportRequest = z.object({
  criteria: ContactCriteria,
  contactIDs: z.array(z.uuid()).optional(),
  columns: z.array(ExportColumn).optional(),
})
type ExportRequest = z.infer<typeof ExportRequest>

/** The link names a stored request: selected contacts and long filters do not fit into a URL. */
const Link = z.object({ id: z.uuid() })

/**
 * Filters of which the audit log says only that there were any: ids and what is typed, such as names and numbers of
 * contacts.
 */
const UNNAMED = new Set(['locationIDs', 'fields', 'searchTerm', 'nameSearch', 'phoneSearch', 'emailSearch'])

/**
 * Guards every way to take many contacts out of Frontdesk, and records it: a file, or each page, as any cursor can be
 * made up.
 */
export async function assertMayExport(
  tx: TenantTx,
  actor: Actor,
  criteria: ContactCriteria,
  selected?: number,
): Promise<void> {
  if (!can(actor, 'contacts_export')) throw new AppError('Forbidden', { permission: 'contacts_export' })
  const at = tx.now()
  await assertNotOnTrial(tx, actor, 'export', at)
  const filters = Object.entries({ ...criteria, selected }).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, UNNAMED.has(name) ? true : String(value).slice(0, 200)]],
  )
  await recordAudit(tx, { action: 'export.viewed', actor, subject: 'Contacts', data: Object.fromEntries(filters), at })
}

/** Creates a link to download the contacts as a file, because a download carries no bearer token. */
export async function exportContacts(
  deps: ContactListDeps,
  tx: TenantTx,
  actor: Actor,
  request: ExportRequest,
): Promise<string> {
  const { columns } = request
  // Nothing is stored about contacts and locations that the actor may not see.
  const contactIDs = request.contactIDs && [...(await findVisibleContacts(tx, actor, request.contactIDs))]
  const locations = request.criteria.locationIDs && (await listLocations(tx, actor))
  const locationIDs = request.criteria.locationIDs?.filter((id) => locations?.some((location) => location.id === id))
  const criteria = { ...request.criteria, locationIDs }
  await assertMayExport(tx, actor, criteria, contactIDs?.length)
  const id = newId()
  const { userId } = actor
  await tx
    .insertInto('contactExports')
    .values({
      tenantId: tx.tenantId,
      id,
      userId,
      request: JSON.stringify({ criteria, contactIDs, columns }),
      createdAt: tx.now(),
    })
    .execute()
  return createDownloadLink(deps, { path: EXPORT_PATH, audience: AUDIENCE, userId, data: { id } })
}

/** Opens the file of a link for the teammate who requested it, if they still may. Memory use is constant. */
export async function openExport(deps: ContactListDeps, actor: Actor, token: string): Promise<Readable> {
  const link = await readDownloadLink(deps, { audience: AUDIENCE, userId: actor.userId, token, schema: Link })
  const row =
    link &&
    (await deps.inTenant(actor, (tx) =>
      tx
        .selectFrom('contactExports')
        .where('tenantId', '=', tx.tenantId)
        .where('id', '=', link.id)
        .select('request')
        .executeTakeFirst(),
    ))
  if (!row || !can(actor, 'contacts_export')) throw new AppError('FileNotFound')
  return Readable.from(lines(deps, actor, ExportRequest.parse(row.request)))
}

/** Deletes requests whose links have expired. */
export const clearExports = defineCleanup(async (tx, now, limit) => {
  const { rows } = await sql`
    delete from contact_exports where tenant_id = ${tx.tenantId} and id in (
      select id from contact_exports
      where tenant_id = ${tx.tenantId} and created_at < ${shift(now, -HOUR_MS)}::timestamptz limit ${limit}
    ) returning id`.execute(tx)
  return rows.length
})

const TITLES: Record<ContactColumn, string> = {
  name: 'Name',
  phone: 'Phone',
  email: 'Email',
  labels: 'Labels',
  tags: 'Tags',
  status: 'Status',
  location: 'Location',
  lastActivityOnUtc: 'Last activity (UTC)',
  createdOnUtc: 'Added (UTC)',
  birthDate: 'Birth date',
  source: 'Source',
  isOptedOut: 'Opted out',
  isBlocked: 'Blocked',
  lineType: 'Line type',
  taxExemption: 'Tax exemption',
}

const CELLS: Record<ContactColumn, (contact: ListedContact, locations: Map<string, string>) => string | null> = {
  name: ({ name }) => name,
  phone: ({ phone }) => phone,
  email: ({ email }) => email,
  labels: ({ labels }) => joinWords(labels),
  tags: ({ tags }) => joinWords(tags),
  status: ({ statusName }) => statusName,
  location: ({ locationID }, locations) => locations.get(locationID) ?? '',
  lastActivityOnUtc: ({ lastActivityOnUtc }) => lastActivityOnUtc,
  createdOnUtc: ({ createdOnUtc }) => createdOnUtc,
  birthDate: ({ birthDate }) => birthDate,
  source: ({ source }) => source,
  isOptedOut: ({ isOptedOut }) => (isOptedOut ? 'Yes' : 'No'),
  isBlocked: ({ isBlocked }) => (isBlocked ? 'Yes' : 'No'),
  lineType: ({ lineType }) => lineType,
  taxExemption: ({ taxExemption }) => taxExemption,
}

/** A single word with a comma gets a semicolon too, so that an import does not separate it. */
const joinWords = (words: readonly string[]): string =>
  words.join('; ') + (words.length === 1 && words[0]?.includes(',') ? ';' : '')

interface Column {
  title: string
  cell: (contact: ListedContact) => string | null
}

interface FurtherValues {
  phones: number
  emails: number
}

/** How many further numbers and emails one of the exported contacts has at most. */
async function countFurtherValues(
  tx: TenantTx,
  actor: Actor,
  { criteria, contactIDs }: ExportRequest,
): Promise<FurtherValues> {
  const lookups = await lookUp(tx, actor, criteria)
  const most = (column: 'otherPhones' | 'otherEmails') =>
    sql<number>`coalesce(max(cardinality(${sql.ref(`t.${column}`)})), 0)`
  return tx
    .selectFrom('contacts as t')
    .where('t.tenantId', '=', tx.tenantId)
    .where('t.mainId', 'is', null)
    .where(matches(tx, actor, criteria, lookups))
    .where(contactIDs ? isAmong(tx, contactIDs) : sql<boolean>`true`)
    .select([most('otherPhones').as('phones'), most('otherEmails').as('emails')])
    .executeTakeFirstOrThrow()
}

/** Columns “Phone 2”, “Phone 3” and so on, which an import recognises. */
const furtherColumns = (
  title: string,
  count: number,
  cellOf: (contact: ListedContact, index: number) => string | undefined,
) =>
  Array.from({ length: count }, (_, index) => ({
    title: `${title} ${index + 2}`,
    cell: (contact: ListedContact) => cellOf(contact, index + 1) ?? null,
  }))

/**
 * The columns of the file, all by default, with further numbers and emails beside the main ones; custom fields by their
 * present names.
 */
async function readColumns(tx: TenantTx, actor: Actor, request: ExportRequest): Promise<Column[]> {
  const locations = new Map((await listLocations(tx, actor)).map(({ id, name }) => [id, name]))
  const fields = (await listContactFields(tx)).filter(({ isArchived }) => !isArchived)
  const further = await countFurtherValues(tx, actor, request)
  const columns = request.columns ?? [...CONTACT_COLUMNS, ...fields.map(({ id }) => `field:${id}` as const)]
  return columns.flatMap((column): Column[] => {
    const builtIn = CONTACT_COLUMNS.find((each) => each === column)
    if (builtIn) {
      const title = TITLES[builtIn]
      const main = { title, cell: (contact: ListedContact) => CELLS[builtIn](contact, locations) }
      if (builtIn === 'phone')
        return [main, ...furtherColumns(title, further.phones, ({ phones }, index) => phones[index]?.phone)]
      if (builtIn === 'email')
        return [main, ...furtherColumns(title, further.emails, ({ emails }, index) => emails[index])]
      return [main]
    }
    const field = fields.find(({ id }) => column === `field:${id}`)
    return field ? [{ title: field.name, cell: ({ custom }) => custom[field.id] ?? null }] : []
  })
}

async function* lines({ inTenant }: ContactListDeps, actor: Actor, request: ExportRequest): AsyncGenerator<string> {
  const { criteria, contactIDs } = request
  const columns = await inTenant(actor, (tx) => readColumns(tx, actor, request))
  // The byte order mark makes spreadsheets read UTF-8.
  yield `\ufeff${csvLine(columns.map(({ title }) => title))}`
  const query = {
    ...criteria,
    contactIDs,
    orderBy: 'createdOnUtc',
    orderByDesc: false,
    pageNumber: 1,
    pageSize: BATCH,
  } as const
  const read = (cursor?: string) => inTenant(actor, (tx) => listRows(tx, actor, { ...query, cursor }))
  let reading: ReturnType<typeof read> | undefined = read()
  while (reading) {
    const { contacts, nextCursor }: Awaited<typeof reading> = await reading
    // The next batch is read while this one is formatted.
    reading = nextCursor === null ? undefined : read(nextCursor)
    // Awaited in the next round, unless the download ends before it.
    reading?.catch(() => {})
    yield contacts.map((contact) => csvLine(columns.map(({ cell }) => cell(contact)))).join('')
  }
}
