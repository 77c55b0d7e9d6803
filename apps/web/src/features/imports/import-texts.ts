import type { ContactImport, ImportCounts } from '@frontdesk/contract/api'
import type { ImportEncoding, ImportField, ImportProblem, ImportState } from '@frontdesk/contract/rules'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

export const FIELD_NAMES: Record<ImportField, MessageDescriptor> = {
  phone: msg`Phone number`,
  otherPhone: msg`Another phone number`,
  name: msg`Full name`,
  firstName: msg`First name`,
  lastName: msg`Last name`,
  email: msg`Email`,
  otherEmail: msg`Another email`,
  birthDate: msg`Birth date`,
  tags: msg`Tags`,
  labels: msg`Labels`,
  status: msg`Status`,
  location: msg`Location of new contacts`,
  consentedOn: msg`Agreed to marketing on`,
  taxExemption: msg`Tax exemption`,
}

export const PROBLEMS: Record<ImportProblem, MessageDescriptor> = {
  empty: msg`This file is empty. It needs one row for each contact, with a phone number. Check that you saved it, and choose it again.`,
  spreadsheet: msg`This looks like a spreadsheet file. Open it in your spreadsheet program, save it as CSV, and upload the CSV file.`,
  'not-text': msg`This isn’t a CSV or vCard file.`,
  quote: msg`A quotation mark (") is opened but never closed. Fix it in the file and upload it again.`,
  'too-many-columns': msg`This file has more than 300 columns. Remove the ones you don’t need and upload it again.`,
  'too-many-rows': msg`This file has more than 1,000,000 rows. Split it into several files.`,
}

export const ENCODING_NAMES: Record<ImportEncoding, MessageDescriptor> = {
  'utf-8': msg`Unicode (UTF-8)`,
  'utf-16le': msg`Unicode (UTF-16 LE)`,
  'utf-16be': msg`Unicode (UTF-16 BE)`,
  'windows-1250': msg`Central European (Windows-1250)`,
  'windows-1251': msg`Cyrillic (Windows-1251)`,
  'windows-1252': msg`Western European (Windows-1252)`,
  'windows-1253': msg`Greek (Windows-1253)`,
  'windows-1254': msg`Turkish (Windows-1254)`,
  'windows-1255': msg`Hebrew (Windows-1255)`,
  'windows-1256': msg`Arabic (Windows-1256)`,
  'windows-1257': msg`Baltic (Windows-1257)`,
  'windows-1258': msg`Vietnamese (Windows-1258)`,
  'iso-8859-2': msg`Central European (ISO-8859-2)`,
  'koi8-r': msg`Cyrillic (KOI8-R)`,
  macintosh: msg`Western European (Mac)`,
  shift_jis: msg`Japanese (Shift JIS)`,
  'euc-jp': msg`Japanese (EUC-JP)`,
  gb18030: msg`Simplified Chinese (GB18030)`,
  big5: msg`Traditional Chinese (Big5)`,
  'euc-kr': msg`Korean (EUC-KR)`,
}

/** The delimiters that are offered. */
export const DELIMITER_NAMES: ReadonlyMap<string, MessageDescriptor> = new Map([
  [',', msg`Comma`],
  [';', msg`Semicolon`],
  ['\t', msg`Tab`],
  ['|', msg`Vertical bar`],
  [':', msg`Colon`],
  ['^', msg`Caret (^)`],
  ['~', msg`Tilde (~)`],
])

/** Labels of the dry run’s counts, in display order. */
export const COUNTS: readonly [keyof ImportCounts, MessageDescriptor][] = [
  ['new', msg`New contacts`],
  ['updates', msg`Contacts to update`],
  ['unchanged', msg`Already up to date`],
  ['optedOut', msg`Opted out (they stay opted out)`],
  ['landlines', msg`Landlines (can’t receive texts)`],
  ['warnings', msg`Imported without a value that can’t be used`],
  ['duplicates', msg`Duplicates within the file`],
  ['badPhones', msg`Phone numbers that aren’t valid`],
  ['foreignPhones', msg`Phone numbers outside the US and Canada`],
  ['withoutPhone', msg`Rows without a phone number`],
  ['skipped', msg`Skipped`],
  ['blank', msg`Blank rows`],
]

export const STATES: Record<ImportState, MessageDescriptor> = {
  uploading: msg`Not started`,
  read: msg`Not started`,
  checking: msg`Checking`,
  ready: msg`Not started`,
  failed: msg`Couldn’t be read`,
  importing: msg`Importing`,
  done: msg`Done`,
  stopped: msg`Stopped`,
  undoing: msg`Undoing`,
  undone: msg`Undone`,
  discarded: msg`Not started`,
}

/** Share of an import or undo that is done, in percent. */
export const percentOf = ({ processed, total }: ContactImport): number =>
  total === 0 ? 100 : Math.floor((processed / total) * 100)
