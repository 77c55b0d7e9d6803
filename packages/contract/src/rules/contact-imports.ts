/** Fields of a contact that a column of a file can fill. */
export const IMPORT_FIELDS = [
  'phone',
  'otherPhone',
  'name',
  'firstName',
  'lastName',
  'email',
  'otherEmail',
  'birthDate',
  'tags',
  'labels',
  'status',
  'location',
  'consentedOn',
  'taxExemption',
] as const
export type ImportField = (typeof IMPORT_FIELDS)[number]

/** Modes of an import: add new contacts, update existing ones, or both. */
export const IMPORT_MODES = ['create-and-update', 'create', 'update'] as const
export type ImportMode = (typeof IMPORT_MODES)[number]

/**
 * - `uploading`: parts of the file are missing
 * - `read`: its columns are known, and wait for a mapping
 * - `checking`: the dry run reads all rows
 * - `ready`: the dry run has its counts, and nothing is written yet
 * - `failed`: the file cannot be read, see `problem`
 * - `importing`, then `done` or `stopped`
 * - `undoing`, then `undone`
 * - `discarded`: replaced by a newer upload before it was started
 */
export const IMPORT_STATES = [
  'uploading',
  'read',
  'checking',
  'ready',
  'failed',
  'importing',
  'done',
  'stopped',
  'undoing',
  'undone',
  'discarded',
] as const
export type ImportState = (typeof IMPORT_STATES)[number]

/** States in which a job works on the import. */
export const isImportBusy = (state: ImportState): boolean =>
  state === 'checking' || state === 'importing' || state === 'undoing'

/** Why a file cannot be imported. */
export const IMPORT_PROBLEMS = [
  'empty',
  'spreadsheet',
  'not-text',
  'quote',
  'too-many-columns',
  'too-many-rows',
] as const
export type ImportProblem = (typeof IMPORT_PROBLEMS)[number]

/** Encodings of files, by their WHATWG labels. */
export const IMPORT_ENCODINGS = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1250',
  'windows-1251',
  'windows-1252',
  'windows-1253',
  'windows-1254',
  'windows-1255',
  'windows-1256',
  'windows-1257',
  'windows-1258',
  'iso-8859-2',
  'koi8-r',
  'macintosh',
  'shift_jis',
  'euc-jp',
  'gb18030',
  'big5',
  'euc-kr',
] as const
export type ImportEncoding = (typeof IMPORT_ENCODINGS)[number]

/** Whether a text can separate columns: one character that values and CSV itself do not need. */
export const isDelimiter = (text: string): boolean =>
  text !== '\0' && /^(?:\t|[^\p{L}\p{N}\p{M}\p{Cs}\s\u0085"'])$/u.test(text)

/** Outcome of a row. `skipped` covers contacts that the importer may not see, so that it does not reveal them. */
const IMPORT_OUTCOMES = [
  'new',
  'update',
  'unchanged',
  'duplicate',
  'bad-phone',
  'foreign-phone',
  'no-phone',
  'blank',
  'skipped',
] as const
export type ImportOutcome = (typeof IMPORT_OUTCOMES)[number]

export const IMPORT_MAX_BYTES = 200_000_000
/** A file is uploaded in parts, so that a slow connection repeats little and the server holds little in memory. */
export const IMPORT_PART_BYTES = 1_000_000
export const IMPORT_MAX_ROWS = 1_000_000
export const IMPORT_MAX_COLUMNS = 300
/** Time in which an import can be undone; its rows are deleted afterwards. */
export const IMPORT_UNDO_DAYS = 7
