import {
  CONTACT_EMAILS_MAX,
  CONTACT_LABELS_MAX,
  CONTACT_PHONES_MAX,
  CONTACT_TAGS_MAX,
  MERGE_FIELDS,
  type MergeField,
  type MergeSide,
  UNKNOWN_BIRTH_YEAR,
} from '@frontdesk/contract/rules'
import { isAfter } from '../../platform/clock.ts'
import { AppError } from '../../platform/errors.ts'
import type { ContactValues } from '../contact-rows/index.ts'
import { splitEmails } from '../contacts/index.ts'

export type Choices = { [Field in MergeField]?: MergeSide | undefined }

/** The values of the fields of which one is kept. */
const FIELDS: Record<MergeField, (values: ContactValues) => string | null> = {
  name: ({ name }) => name || null,
  email: ({ email }) => email,
  birthDate: ({ birthDate }) => birthDate,
  language: ({ language }) => language,
  statusKey: ({ statusKey }) => statusKey,
  locationID: ({ locationId }) => locationId,
}

interface Field {
  field: MergeField
  survivor: string | null
  other: string | null
  suggested: MergeSide
}

/**
 * Compares two contacts field by field. Suggests the survivor's value, unless it is empty or lacks the birth year that
 * the other one has.
 */
export const compareFields = (survivor: ContactValues, other: ContactValues): Field[] =>
  MERGE_FIELDS.map((field) => {
    const values = { survivor: FIELDS[field](survivor), other: FIELDS[field](other) }
    const isIncomplete = values.survivor === null || (field === 'birthDate' && lacksYear(values.survivor, values.other))
    return { field, ...values, suggested: isIncomplete && values.other !== null ? 'other' : 'survivor' }
  })

const lacksYear = (date: string, other: string | null) =>
  date.startsWith(`${UNKNOWN_BIRTH_YEAR}-`) && date.slice(4) === other?.slice(4)

/** The words of both lists, without repetitions in another case. */
function union(first: readonly string[], second: readonly string[]): string[] {
  const existing = new Set(first.map((word) => word.toLowerCase()))
  return [...first, ...second.filter((word) => !existing.has(word.toLowerCase()))]
}

export const emailsOf = ({ email, otherEmails }: ContactValues): string[] =>
  email === null ? [] : [email, ...otherEmails]

/** The values of the survivor after a merge. */
export function mergeValues(survivor: ContactValues, other: ContactValues, choices: Choices): ContactValues {
  const suggested = Object.fromEntries(compareFields(survivor, other).map(({ field, suggested }) => [field, suggested]))
  const chosen = (field: MergeField) => ((choices[field] ?? suggested[field]) === 'other' ? other : survivor)
  const [mainEmail = null] = emailsOf(chosen('email'))
  const emails = union(union(mainEmail === null ? [] : [mainEmail], emailsOf(survivor)), emailsOf(other))
  const { language, isLanguageChosen } = chosen('language')
  return {
    ...survivor,
    name: chosen('name').name,
    ...splitEmails(emails),
    birthDate: chosen('birthDate').birthDate,
    tags: union(survivor.tags, other.tags),
    labels: union(survivor.labels, other.labels),
    custom: { ...other.custom, ...survivor.custom },
    language,
    isLanguageChosen,
    statusKey: chosen('statusKey').statusKey,
    taxExemption: survivor.taxExemption ?? other.taxExemption,
    locationId: chosen('locationID').locationId,
    createdAt: isAfter(survivor.createdAt, other.createdAt) ? other.createdAt : survivor.createdAt,
  }
}

/** Refuses a merge that would exceed the limits of a contact. */
export function assertWithinContactLimits(rowIds: readonly string[], values: ContactValues): void {
  const isTooLarge =
    rowIds.length > CONTACT_PHONES_MAX ||
    emailsOf(values).length > CONTACT_EMAILS_MAX ||
    values.tags.length > CONTACT_TAGS_MAX ||
    values.labels.length > CONTACT_LABELS_MAX
  if (isTooLarge) throw new AppError('ContactTooLarge')
}

interface Merged {
  survivor: ContactValues
  other: ContactValues
  /** Values of the survivor right after the merge. */
  after: ContactValues
  /** Contacts merged into the survivor since; values that they brought too are kept. */
  later?: readonly ContactValues[]
}

/** The values of the survivor after an unmerge: a field is restored if it still has the merged value. */
export function unmergeValues(current: ContactValues, { survivor, other, after, later = [] }: Merged): ContactValues {
  const restore = <Field extends keyof ContactValues>(field: Field): ContactValues[Field] =>
    JSON.stringify(current[field]) === JSON.stringify(after[field]) ? survivor[field] : current[field]
  const kept = [survivor, ...later]
  const emails = without(emailsOf(current), emailsOf(other), kept.flatMap(emailsOf))
  const isMainRestored = current.email === after.email && survivor.email !== null && emails.includes(survivor.email)
  // The survivor had one value of each custom field, so a later merge could not bring another one until now.
  const custom = Object.entries(current.custom).flatMap(([id, value]) => {
    if (id in survivor.custom || after.custom[id] !== value) return [[id, value]]
    const next = later.find((values) => id in values.custom)?.custom[id]
    return next === undefined ? [] : [[id, next]]
  })
  return {
    name: restore('name'),
    ...splitEmails(isMainRestored ? union([survivor.email ?? ''], emails) : emails),
    birthDate: restore('birthDate'),
    tags: without(
      current.tags,
      other.tags,
      kept.flatMap(({ tags }) => tags),
    ),
    labels: without(
      current.labels,
      other.labels,
      kept.flatMap(({ labels }) => labels),
    ),
    language: restore('language'),
    isLanguageChosen: restore('isLanguageChosen'),
    statusKey: restore('statusKey'),
    locationId: restore('locationId'),
    taxExemption: restore('taxExemption'),
    source: restore('source'),
    createdAt: restore('createdAt'),
    addedBy: restore('addedBy'),
    importId: restore('importId'),
    custom: Object.fromEntries(custom),
    edits: current.edits,
  }
}

/** The words without those that only the other contact brought. */
function without(words: readonly string[], others: readonly string[], kept: readonly string[]): string[] {
  const lower = (list: readonly string[]) => new Set(list.map((word) => word.toLowerCase()))
  const removed = lower(others).difference(lower(kept))
  return words.filter((word) => !removed.has(word.toLowerCase()))
}
