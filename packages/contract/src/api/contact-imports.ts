import { z } from 'zod'
import { CONSENT_WORDING_MAX } from '../rules/consent.ts'
import {
  IMPORT_ENCODINGS,
  IMPORT_FIELDS,
  IMPORT_MAX_BYTES,
  IMPORT_MAX_COLUMNS,
  IMPORT_MODES,
  IMPORT_PART_BYTES,
  IMPORT_PROBLEMS,
  IMPORT_STATES,
  IMPORT_UNDO_DAYS,
  isDelimiter,
} from '../rules/contact-imports.ts'
import { FieldColumn } from './contact-fields.ts'
import { endpoint, failsWith } from './endpoint.ts'
import { words } from './words.ts'

export const ImportColumn = z.object({
  title: z.string().describe('From the first row, if that has titles; otherwise empty.'),
  samples: z.array(z.string()).describe('Its first values that are not empty.'),
})
export type ImportColumn = z.infer<typeof ImportColumn>

/** A field that a column can fill: a field of every contact, or a custom field. */
export const ImportTarget = z.union([z.enum(IMPORT_FIELDS), FieldColumn])
export type ImportTarget = z.infer<typeof ImportTarget>

/** The field that each column fills, in the order of the columns; null for a column that is left out. */
const Mapping = z.array(ImportTarget.nullable()).max(IMPORT_MAX_COLUMNS)

export const ImportCounts = z.object({
  rows: z.int(),
  new: z.int(),
  updates: z.int(),
  unchanged: z.int(),
  duplicates: z.int().describe('Rows with the number of an earlier row.'),
  badPhones: z.int(),
  foreignPhones: z.int().describe('Valid numbers outside the US and Canada.'),
  withoutPhone: z.int(),
  blank: z.int(),
  skipped: z.int().describe('Left out by the chosen mode, or contacts that cannot be changed.'),
  optedOut: z.int().describe('Among new, updates and unchanged: numbers that opted out, and stay so.'),
  landlines: z.int().describe('Among new, updates and unchanged: numbers a lookup has found to be landlines.'),
  warnings: z.int().describe('Rows imported without a value that is not valid.'),
})
export type ImportCounts = z.infer<typeof ImportCounts>

export const ContactImport = z.object({
  id: z.uuid(),
  state: z.enum(IMPORT_STATES),
  fileName: z.string(),
  byteSize: z.int(),
  startedByName: z.string(),
  createdOnUtc: z.iso.datetime(),
  csv: z
    .object({
      encoding: z.enum(IMPORT_ENCODINGS),
      isEncodingCertain: z.boolean().describe('Chosen, or proven by the bytes of the file.'),
      delimiter: z.string(),
    })
    .nullable()
    .describe('How the file is read; null for vCards, and until it has been read.'),
  columns: z.array(ImportColumn),
  hasHeader: z.boolean(),
  mapping: Mapping.describe('The suggested one, until one was chosen.'),
  mode: z.enum(IMPORT_MODES),
  locationID: z.uuid().nullable(),
  tags: z.array(z.string()).describe('Added to every contact of the import.'),
  problem: z
    .object({ reason: z.enum(IMPORT_PROBLEMS), row: z.int().nullable().describe('Where the file breaks off.') })
    .nullable(),
  counts: ImportCounts.describe('Of the dry run; grows while it reads.'),
  total: z.int().describe('Rows to be written, or taken back by an undo.'),
  processed: z.int(),
  created: z.int(),
  updated: z.int(),
  marketingConsent: z
    .object({
      wording: z.string().describe('How and when they agreed.'),
      recorded: z.int().describe('Contacts whose agreement was recorded.'),
      optedOut: z.int().describe('Contacts without a record because they opted out. They stay opted out.'),
    })
    .nullable()
    .describe('Agreement to marketing texts, stated when the import was started.'),
  undone: z.int().describe('Contacts deleted or restored by the undo. It keeps those that were used or changed since.'),
  finishedOnUtc: z.iso.datetime().nullable(),
  canUndo: z.boolean().describe(`Within ${IMPORT_UNDO_DAYS} days.`),
  hasProblemRows: z.boolean().describe('There is a file of the rows that were not imported as they are.'),
})
export type ContactImport = z.infer<typeof ContactImport>

const editing = () => endpoint({ permission: 'contacts_edit' })
const service = { tags: ['main'] }
const byId = z.object({ id: z.uuid().meta({ names: 'contactImport' }) })

export const contactImports = {
  create: editing()
    .route({
      method: 'POST',
      path: '/main/ContactImport/create',
      ...service,
      summary:
        'Starts an import with a file to be uploaded in parts; discards the caller’s previous one if not started',
    })
    .input(
      z.object({
        fileName: words().min(1).max(200),
        byteSize: z.int().min(1).max(IMPORT_MAX_BYTES),
      }),
    )
    .output(ContactImport)
    .errors(failsWith('InvalidInput', 'NotInTrial')),

  upload: editing()
    .route({
      method: 'POST',
      path: '/main/ContactImport/upload',
      ...service,
      summary: `Uploads one part of the file, of at most ${IMPORT_PART_BYTES} bytes; a part can be repeated`,
    })
    .input(
      byId.extend({
        part: z
          .string()
          .regex(/^\d{1,3}$/)
          .describe('From 0, in order.'),
        file: z.file(),
      }),
    )
    .output(z.object({ success: z.literal(true) }))
    .errors(failsWith('ImportNotFound', 'ImportStateWrong', 'InvalidInput', 'RequestTooLarge', 'FilesUnavailable')),

  read: editing()
    .route({
      method: 'POST',
      path: '/main/ContactImport/read',
      ...service,
      summary:
        'Reads the columns of the uploaded CSV or vCard file, with samples and a suggested mapping. Can be repeated with another encoding or delimiter until the import is started, which discards the dry run',
    })
    .input(
      byId.extend({
        encoding: z.enum(IMPORT_ENCODINGS).optional().describe('Absent: as chosen before, otherwise as detected.'),
        delimiter: z
          .string()
          .refine(isDelimiter, 'Must be one character other than a letter, digit, quote, space or line break')
          .optional()
          .describe('Separates the columns of a CSV file. Absent: as chosen before, otherwise as detected.'),
      }),
    )
    .output(ContactImport)
    .errors(failsWith('ImportNotFound', 'ImportStateWrong', 'ImportUnreadable', 'InvalidInput', 'FilesUnavailable')),

  check: editing()
    .route({
      method: 'POST',
      path: '/main/ContactImport/check',
      ...service,
      summary: 'Starts the dry run: what would be added, updated and rejected. Writes no contact',
    })
    .input(
      byId.extend({
        mapping: Mapping,
        hasHeader: z.boolean(),
        mode: z.enum(IMPORT_MODES),
        locationID: z
          .uuid()
          .describe('Of new contacts; numbers without a country code are read as those of its country.'),
        tags: z.array(words().min(1).max(40)).max(10).default([]).describe('Added to every contact.'),
      }),
    )
    .output(ContactImport)
    .errors(
      failsWith('ContactFieldNotFound', 'ImportNotFound', 'ImportStateWrong', 'InvalidInput', 'LocationNotFound'),
    ),

  start: editing()
    .route({
      method: 'POST',
      path: '/main/ContactImport/start',
      ...service,
      summary: 'Starts writing the contacts in the background',
    })
    .input(
      byId.extend({
        marketingConsent: z
          .object({
            wording: words()
              .min(1)
              .max(CONSENT_WORDING_MAX)
              .describe('How and when these people agreed. Kept as evidence with the caller’s name.'),
          })
          .optional()
          .describe(
            'States that these people agreed to marketing texts; recorded for each contact that is added or updated. With a column mapped to `consentedOn`, only for those with a date. Never lifts an opt-out.',
          ),
      }),
    )
    .output(ContactImport)
    .errors(failsWith('ImportNotFound', 'ImportStateWrong', 'InvalidInput', 'NotInTrial')),

  stop: editing()
    .route({
      method: 'POST',
      path: '/main/ContactImport/stop',
      ...service,
      summary: 'Stops an import; what it has written stays, and can be undone',
    })
    .input(byId)
    .output(ContactImport)
    .errors(failsWith('ImportNotFound')),

  undo: editing()
    .route({
      method: 'POST',
      path: '/main/ContactImport/undo',
      ...service,
      summary:
        'Starts undoing an import: deletes contacts it added that have no conversation or note since, and restores fields that have not changed since',
    })
    .input(byId)
    .output(ContactImport)
    .errors(failsWith('ImportNotFound', 'ImportNotUndoable')),

  get: editing()
    .route({ method: 'GET', path: '/main/ContactImport/get', ...service, summary: 'Returns an import' })
    .input(byId)
    .output(ContactImport)
    .errors(failsWith('ImportNotFound')),

  getList: editing()
    .route({
      method: 'GET',
      path: '/main/ContactImport/get-list',
      ...service,
      summary: 'Lists imports, newest first: the caller’s own, or all for those who see every contact',
    })
    .output(z.object({ imports: z.array(ContactImport) })),

  getProblemRows: editing()
    .route({
      method: 'GET',
      path: '/main/ContactImport/problem-rows',
      ...service,
      summary: 'Returns a short-lived URL of the rows that were not imported as they are, with reasons, as a CSV file',
    })
    .input(byId)
    .output(z.object({ url: z.string() }))
    .errors(failsWith('ImportNotFound')),
}
