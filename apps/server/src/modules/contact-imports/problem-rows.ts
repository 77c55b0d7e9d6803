import { Readable } from 'node:stream'
import { CONTACT_PHONES_MAX, IMPORT_FIELDS, type ImportField, type ImportOutcome } from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Actor } from '../../platform/actor.ts'
import { csvLine } from '../../platform/csv.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { createDownloadLink, readDownloadLink } from '../../platform/http/download-link.ts'
import { listContactFields } from '../contact-fields/index.ts'
import type { ImportDeps } from './deps.ts'
import type { NumberWarning } from './file/read-contact.ts'
import { findImport } from './rows.ts'

const AUDIENCE = 'frontdesk-import-problems'
export const PROBLEM_ROWS_PATH = '/files/contact-imports'
const BATCH = 2000

const Request = z.object({ id: z.uuid() })

/** Creates a link to download the rows that were not imported as they are. */
export async function linkProblemRows(deps: ImportDeps, tx: TenantTx, actor: Actor, id: string): Promise<string> {
  await findImport(tx, actor, id)
  const { userId } = actor
  return createDownloadLink(deps, { path: PROBLEM_ROWS_PATH, audience: AUDIENCE, userId, data: { id } })
}

/** Opens the file of a link: the rows as they were, so that they can be corrected and imported again, with reasons. */
export async function openProblemRows(deps: ImportDeps, actor: Actor, token: string): Promise<Readable> {
  const link = await readDownloadLink(deps, { audience: AUDIENCE, userId: actor.userId, token, schema: Request })
  if (!link) throw new AppError('FileNotFound')
  const { columns, fields } = await deps.inTenant(actor, async (tx) => ({
    ...(await findImport(tx, actor, link.id)),
    fields: await listContactFields(tx),
  }))
  const titles = columns.map(({ title }, index) => title || `Column ${index + 1}`)
  const customNames = new Map(fields.map(({ id, name }) => [`field:${id}`, name]))
  return Readable.from(lines(deps, actor, link.id, { titles, customNames }))
}

const REASONS: Partial<Record<ImportOutcome, string>> = {
  duplicate: 'Not imported: an earlier row has the same number',
  'bad-phone': 'Not imported: not a valid phone number',
  'foreign-phone': 'Not imported: not a US or Canada phone number',
  'no-phone': 'Not imported: no phone number',
  skipped: 'Skipped',
}

const FIELD_NAMES: Record<ImportField, string> = {
  phone: 'phone number',
  otherPhone: 'another phone number that is not valid',
  name: 'name',
  firstName: 'first name',
  lastName: 'last name',
  email: 'email',
  otherEmail: 'another email that is not valid',
  birthDate: 'birth date',
  tags: 'tags',
  labels: 'labels that do not exist',
  status: 'status, because there is none of this name',
  location: 'location, because you have none of this name',
  consentedOn: 'date of agreement to marketing',
  taxExemption: 'tax exemption',
}

const OTHER_REASONS: Record<NumberWarning | 'keptLocation', string> = {
  takenPhone: 'another phone number, which belongs to another contact or row',
  restrictedPhone: 'another phone number, because the contact has conversations you cannot see',
  tooManyPhones: `phone numbers beyond ${CONTACT_PHONES_MAX}`,
  keptLocation: 'location, because an import does not move existing contacts and their conversations',
}

const reasonOf = (outcome: ImportOutcome, warnings: readonly string[], customNames: ReadonlyMap<string, string>) =>
  REASONS[outcome] ??
  `Imported without: ${warnings
    .map((warning) => {
      const field = IMPORT_FIELDS.find((each) => each === warning)
      if (field) return FIELD_NAMES[field]
      return warning in OTHER_REASONS
        ? OTHER_REASONS[warning as keyof typeof OTHER_REASONS]
        : (customNames.get(warning) ?? '')
    })
    .join(', ')}`

async function* lines(
  { inTenant }: ImportDeps,
  actor: Actor,
  id: string,
  { titles, customNames }: { titles: readonly string[]; customNames: ReadonlyMap<string, string> },
): AsyncGenerator<string> {
  // The byte order mark makes spreadsheets read UTF-8.
  yield `\ufeff${csvLine(['Row', 'Reason', ...titles])}`
  let after = 0
  for (;;) {
    const rows = await inTenant(actor, (tx) =>
      tx
        .selectFrom('contactImportRows')
        .where('tenantId', '=', tx.tenantId)
        .where('importId', '=', id)
        .where('n', '>', after)
        .where(sql<boolean>`cells is not null`)
        .orderBy('n')
        .limit(BATCH)
        .select(['n', 'outcome', 'warnings', 'cells'])
        .execute(),
    )
    yield rows
      .map(({ n, outcome, warnings, cells }) =>
        csvLine([
          String(n),
          reasonOf(outcome, warnings, customNames),
          ...titles.map((_, index) => cells?.[index] ?? ''),
        ]),
      )
      .join('')
    after = rows.at(-1)?.n ?? after
    if (rows.length < BATCH) return
  }
}
