import type { ContactImport, ImportCounts } from '@frontdesk/contract/api'
import type { ImportField, ImportProblem, ImportState } from '@frontdesk/contract/rules'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

export const FIELD_NAMES: Record<ImportField, MessageDescriptor> = {
  phone: msg`Phone number`,
  name: msg`Full name`,
  firstName: msg`First name`,
  lastName: msg`Last name`,
  email: msg`Email`,
  birthDate: msg`Birth date`,
  tags: msg`Tags`,
  labels: msg`Labels`,
}

export const PROBLEMS: Record<ImportProblem, MessageDescriptor> = {
  empty: msg`This file is empty.`,
  spreadsheet: msg`This looks like a spreadsheet file. Open it in your spreadsheet program, save it as CSV, and upload the CSV file.`,
  'not-text': msg`This isn’t a CSV or vCard file.`,
  quote: msg`A quotation mark (") is opened but never closed. Fix it in the file and upload it again.`,
  'too-many-columns': msg`This file has more than 300 columns. Remove the ones you don’t need and upload it again.`,
  'too-many-rows': msg`This file has more than 1,000,000 rows. Split it into several files.`,
}

/** What the dry run found, in the order in which it is shown. */
export const COUNTS: readonly [keyof ImportCounts, MessageDescriptor][] = [
  ['new', msg`New contacts`],
  ['updates', msg`Contacts to update`],
  ['unchanged', msg`Already up to date`],
  ['optedOut', msg`Opted out (they stay opted out)`],
  ['landlines', msg`Landlines (can’t receive texts)`],
  ['warnings', msg`Imported without a value that isn’t valid`],
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
