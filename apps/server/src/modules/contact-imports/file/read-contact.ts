import type { ContactField, ImportTarget } from '@frontdesk/contract/api'
import {
  CONTACT_LABELS_MAX,
  CONTACT_NAME_MAX,
  CONTACT_TAGS_MAX,
  isBlank,
  isEmail,
  readFieldValue,
  readPhone,
  UNKNOWN_BIRTH_YEAR,
} from '@frontdesk/contract/rules'
import { readBirthDate } from './read-birth-date.ts'

const EMAIL_MAX = 200
const WORD_MAX = 40

/** A row of a file, as a contact. */
export interface ImportedContact {
  /** In E.164; null with a problem. */
  phone: string | null
  countryCode: string | null
  problem: 'bad-phone' | 'foreign-phone' | 'no-phone' | 'blank' | null
  name: string
  email: string | null
  birthDate: string | null
  tags: string[]
  labels: string[]
  /** Values of custom fields, by id. */
  custom: Record<string, string>
  /** Fields whose values are not valid and were left out. */
  warnings: ImportTarget[]
}

interface ReadOptions {
  mapping: readonly (ImportTarget | null)[]
  titles: readonly string[]
  /** Of numbers without a country code. */
  country: string
  /** Added to every contact. */
  tags: readonly string[]
  /** The business's labels by lowercase name. */
  labels: ReadonlyMap<string, string>
  /** The business's custom fields. */
  fields: readonly ContactField[]
  today: string
}

/** Prepares reading rows: which columns fill which field. */
export function contactReader({ mapping, titles, country, tags: addedTags, labels, fields, today }: ReadOptions) {
  const columnsOf = (field: ImportTarget) => mapping.flatMap((each, index) => (each === field ? [index] : []))
  // Texts reach mobile numbers, so these columns come first.
  const isMobile = (index: number) => /mobile|cell|m[oó]vil|handy|portable|iphone/i.test(titles[index] ?? '')
  const phones = columnsOf('phone').toSorted((a, b) => Number(isMobile(b)) - Number(isMobile(a)))
  const columns = {
    name: columnsOf('name'),
    parts: [...columnsOf('firstName'), ...columnsOf('lastName')],
    email: columnsOf('email'),
    birthDate: columnsOf('birthDate'),
    tags: columnsOf('tags'),
    labels: columnsOf('labels'),
  }
  const customColumns = fields.flatMap((field) => {
    const target = `field:${field.id}` as const
    const indexes = columnsOf(target)
    return indexes.length > 0 ? [{ field, target, indexes }] : []
  })

  return (cells: readonly string[]): ImportedContact => {
    const valuesAt = (indexes: readonly number[]) =>
      indexes.map((index) => (cells[index] ?? '').trim()).filter((value) => !isBlank(value))
    const warnings: ImportTarget[] = []
    const phone = choosePhone(valuesAt(phones), country)
    const [fullName] = valuesAt(columns.name)
    const name = fullName ?? valuesAt(columns.parts).join(' ')

    const email = valuesAt(columns.email)
      .flatMap((value) => splitWords(value.replace(/^mailto:/i, '')))
      .find((value) => isEmail(value) && value.length <= EMAIL_MAX)
    if (!email && valuesAt(columns.email).length > 0) warnings.push('email')

    const [birthText] = valuesAt(columns.birthDate)
    const read = birthText === undefined ? null : readBirthDate(birthText)
    const birthDate = read !== null && read <= today ? read : null
    if (birthText !== undefined && birthDate === null) warnings.push('birthDate')

    const tags = uniqueWords([...valuesAt(columns.tags).flatMap(splitWords), ...addedTags])
    const words = uniqueWords(valuesAt(columns.labels).flatMap(splitWords))
    const known = words.flatMap((word) => labels.get(word.toLowerCase()) ?? [])
    if (known.length < words.length) warnings.push('labels')

    const custom: Record<string, string> = {}
    for (const { field, target, indexes } of customColumns) {
      const [text] = valuesAt(indexes)
      if (text === undefined) continue
      const value = readFieldValue(field, field.type === 'date' ? (readDate(text) ?? '') : text)
      if (value === null) warnings.push(target)
      else custom[field.id] = value
    }

    const isEmpty = cells.every(isBlank)
    return {
      ...phone,
      problem: isEmpty ? 'blank' : phone.problem,
      name: clean(name, CONTACT_NAME_MAX),
      email: email ?? null,
      birthDate,
      tags: tags.slice(0, CONTACT_TAGS_MAX),
      labels: known.slice(0, CONTACT_LABELS_MAX),
      custom,
      warnings,
    }
  }
}

/** A date like a birth date, but with its year. */
function readDate(text: string): string | null {
  const date = readBirthDate(text)
  return date?.startsWith(String(UNKNOWN_BIRTH_YEAR)) ? null : date
}

/** Line breaks and tabs inside of a cell become spaces; a text that is too long is cut, but not inside of a character. */
const clean = (text: string, most: number) =>
  text
    .replace(/\s+/g, ' ')
    .slice(0, most)
    .replace(/[\ud800-\udbff]$/, '')
    .trim()

type Phone = Pick<ImportedContact, 'phone' | 'countryCode' | 'problem'>

/** The first valid number of the US or Canada in these cells, of which each can have several. */
function choosePhone(cells: readonly string[], country: string): Phone {
  let problem: ImportedContact['problem'] = cells.length === 0 ? 'no-phone' : 'bad-phone'
  for (const cell of cells) {
    for (const text of [cell, ...cell.split(/ ::: |[;,|/\n]| or /i)]) {
      const read = readPhone(plainNumber(text), country)
      if (!read?.isValid) continue
      if (read.country === 'US' || read.country === 'CA')
        return { phone: read.phone, countryCode: read.country, problem: null }
      problem = 'foreign-phone'
    }
  }
  return { phone: null, countryCode: null, problem }
}

/** Undoes what spreadsheets make of a number: an apostrophe before it, decimals behind it, `="…"` around it. */
const plainNumber = (text: string) =>
  text
    .trim()
    .replace(/^="?(.*?)"?$/s, '$1')
    .replace(/^'/, '')
    .replace(/\.0+$/, '')

/** Words of a cell with several: separated by semicolons, commas or bars, or as Google writes them. */
const splitWords = (cell: string): string[] =>
  cell.split(/ ::: |[;,|\n]/).map((word) => word.replace(/^\* /, '').trim())

function uniqueWords(words: readonly string[]): string[] {
  const unique = new Map<string, string>()
  for (const word of words) {
    const cleaned = clean(word, WORD_MAX)
    if (!isBlank(cleaned) && !unique.has(cleaned.toLowerCase())) unique.set(cleaned.toLowerCase(), cleaned)
  }
  return [...unique.values()]
}
