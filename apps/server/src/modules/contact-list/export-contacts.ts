import { Readable } from 'node:stream'
import { ContactCriteria, type ListedContact } from '@frontdesk/contract/api'
import { CONTACT_COLUMNS, type ContactColumn, can } from '@frontdesk/contract/rules'
import { z } from 'zod'
import type { Actor } from '../../platform/actor.ts'
import { csvLine } from '../../platform/csv.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { createDownloadLink, readDownloadLink } from '../../platform/http/download-link.ts'
import { recordAudit } from '../audit/index.ts'
import { listLocations } from '../locations/index.ts'
import { assertNotOnTrial } from '../subscription/index.ts'
import type { ContactListDeps } from './deps.ts'
import { listContacts } from './list-contacts.ts'

const AUDIENCE = 'frontdesk-contacts'
export const EXPORT_PATH = '/files/contacts'
const BATCH = 2000

const ExportRequest = z.object({ criteria: ContactCriteria, columns: z.array(z.enum(CONTACT_COLUMNS)) })
type ExportRequest = z.infer<typeof ExportRequest>

/** Guards every way to take many contacts out of Frontdesk, and records it once. */
export async function mustBeAllowedToExport(
  tx: TenantTx,
  actor: Actor,
  criteria: ContactCriteria,
  { isRecorded = true } = {},
): Promise<void> {
  if (!can(actor, 'contacts_export')) throw new AppError('Forbidden', { permission: 'contacts_export' })
  const at = tx.now()
  await assertNotOnTrial(tx, actor, 'export', at)
  if (!isRecorded) return
  // Ids would say nothing to a reader, and could be of locations that the actor may not see.
  const filters = Object.entries(criteria).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, name === 'locationIDs' ? true : String(value).slice(0, 200)]],
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
  await mustBeAllowedToExport(tx, actor, request.criteria)
  return createDownloadLink(deps, { path: EXPORT_PATH, audience: AUDIENCE, userId: actor.userId, data: request })
}

/** Opens the file of a link for the teammate who asked for it, if they still may. Memory use does not depend on its length. */
export async function openExport(deps: ContactListDeps, actor: Actor, token: string): Promise<Readable> {
  const request = await readDownloadLink(deps, {
    audience: AUDIENCE,
    userId: actor.userId,
    token,
    schema: ExportRequest,
  })
  if (!request || !can(actor, 'contacts_export')) throw new AppError('FileNotFound')
  return Readable.from(lines(deps, actor, request))
}

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
  lineType: 'Line type',
}

const CELLS: Record<ContactColumn, (contact: ListedContact, locations: Map<string, string>) => string | null> = {
  name: ({ name }) => name,
  phone: ({ phone }) => phone,
  email: ({ email }) => email,
  labels: ({ labels }) => labels.join('; '),
  tags: ({ tags }) => tags.join('; '),
  status: ({ statusName }) => statusName,
  location: ({ locationID }, locations) => locations.get(locationID) ?? '',
  lastActivityOnUtc: ({ lastActivityOnUtc }) => lastActivityOnUtc,
  createdOnUtc: ({ createdOnUtc }) => createdOnUtc,
  birthDate: ({ birthDate }) => birthDate,
  source: ({ source }) => source,
  isOptedOut: ({ isOptedOut }) => (isOptedOut ? 'Yes' : 'No'),
  lineType: ({ lineType }) => lineType,
}

async function* lines(
  { inTenant }: ContactListDeps,
  actor: Actor,
  { criteria, columns }: ExportRequest,
): AsyncGenerator<string> {
  const locations = new Map((await inTenant(actor, (tx) => listLocations(tx, actor))).map(({ id, name }) => [id, name]))
  // The byte order mark makes spreadsheets read UTF-8.
  yield `\ufeff${csvLine(columns.map((column) => TITLES[column]))}`
  let cursor: string | undefined
  do {
    const page = await inTenant(actor, (tx) =>
      listContacts(tx, actor, {
        ...criteria,
        cursor,
        orderBy: 'createdOnUtc',
        orderByDesc: false,
        pageNumber: 1,
        pageSize: BATCH,
      }),
    )
    yield page.contacts.map((contact) => csvLine(columns.map((column) => CELLS[column](contact, locations)))).join('')
    cursor = page.nextCursor ?? undefined
  } while (cursor)
}
