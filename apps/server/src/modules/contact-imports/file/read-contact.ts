import type { ContactField, ImportTarget } from '@frontdesk/contract/api'
import {
  CONTACT_EMAILS_MAX,
  CONTACT_LABELS_MAX,
  CONTACT_NAME_MAX,
  CONTACT_PHONES_MAX,
  CONTACT_TAGS_MAX,
  CONTACT_TAX_EXEMPTION_MAX,
  isBlank,
  isEmail,
  onOneLine,
  readFieldValue,
  readPhone,
  UNKNOWN_BIRTH_YEAR,
} from '@frontdesk/contract/rules'
import { unescapeFormula } from '../../../platform/csv.ts'
import { readBirthDate } from './read-birth-date.ts'
import { isMobile } from './suggest-mapping.ts'

const EMAIL_MAX = 200
const WORD_MAX = 40
/** Values of a column about exemptions that mean “none”. */
const IS_TAXED = /^(?:no|non|n|none|false|0|[-–—])$/i

/** A row of a file, as a contact. */
export interface ImportedContact {
  /** In E.164; null with a problem. */
  phone: string | null
  countryCode: string | null
  problem: 'bad-phone' | 'foreign-phone' | 'no-phone' | 'blank' | null
  /** Further numbers in E.164. */
  otherPhones: string[]
  name: string
  email: string | null
  /** Further emails, in lower case. */
  otherEmails: string[]
  birthDate: string | null
  tags: string[]
  labels: string[]
  statusKey: string | null
  /** Why the contact pays no taxes. */
  taxExemption: string | null
  locationId: string | null
  /** When the person agreed to marketing texts. */
  consentedOn: string | null
  /** Values of custom fields, by id. */
  custom: Record<string, string>
  warnings: ImportWarning[]
}

/**
 * Values that were left out: of these fields because they are not valid, or further numbers for a reason of their own.
 */
export type ImportWarning = ImportTarget | NumberWarning | 'keptLocation'
export type NumberWarning = 'takenPhone' | 'restrictedPhone' | 'tooManyPhones'

interface ReadOptions {
  mapping: readonly (ImportTarget | null)[]
  titles: readonly string[]
  /** Of numbers without a country code. */
  country: string
  /** Added to every contact. */
  tags: readonly string[]
  /** Gives a tag the spelling that the business uses. */
  spellTag: (tag: string) => string
  /** The business's labels by lowercase name. */
  labels: ReadonlyMap<string, string>
  /** Keys of the business's statuses, and ids of the locations that the importer may use, by lowercase name. */
  statuses: ReadonlyMap<string, string>
  locations: ReadonlyMap<string, string>
  /** The business's custom fields. */
  fields: readonly ContactField[]
  today: string
}

/** Prepares reading rows: which columns fill which field. */
export function contactReader(options: ReadOptions) {
  const { mapping, titles, country, tags: addedTags, spellTag, labels, statuses, locations, fields, today } = options
  const columnsOf = (field: ImportTarget) => mapping.flatMap((each, index) => (each === field ? [index] : []))
  // Texts reach mobile numbers, so these columns come first.
  const mobileFirst = (field: ImportTarget) =>
    columnsOf(field).toSorted((a, b) => Number(isMobile(titles[b])) - Number(isMobile(titles[a])))
  const columns = {
    phone: mobileFirst('phone'),
    otherPhone: mobileFirst('otherPhone'),
    otherEmail: columnsOf('otherEmail'),
    name: columnsOf('name'),
    parts: [...columnsOf('firstName'), ...columnsOf('lastName')],
    email: columnsOf('email'),
    birthDate: columnsOf('birthDate'),
    tags: columnsOf('tags'),
    labels: columnsOf('labels'),
    status: columnsOf('status'),
    location: columnsOf('location'),
    consentedOn: columnsOf('consentedOn'),
    taxExemption: columnsOf('taxExemption'),
  }
  const customColumns = fields.flatMap((field) => {
    const target = `field:${field.id}` as const
    const indexes = columnsOf(target)
    return indexes.length > 0 ? [{ field, target, indexes }] : []
  })

  return (cells: readonly string[]): ImportedContact => {
    const valuesAt = (indexes: readonly number[]) =>
      indexes.map((index) => unescapeFormula((cells[index] ?? '').trim())).filter((value) => !isBlank(value))
    const warnings: ImportWarning[] = []
    const main = choosePhone(valuesAt(columns.phone), country)
    const further = columns.otherPhone.length === 0 ? NO_NUMBERS : readNumbers(valuesAt(columns.otherPhone), country)
    // A contact without a valid main number gets the first of the further ones.
    const phone = main.phone === null ? (further.numbers[0] ?? main) : main
    const otherPhones = further.numbers.map((number) => number.phone).filter((number) => number !== phone.phone)
    if (further.hasInvalid || (main.phone === null && main.problem !== 'no-phone' && phone.phone !== null))
      warnings.push('otherPhone')
    if (otherPhones.length >= CONTACT_PHONES_MAX) warnings.push('tooManyPhones')
    const [fullName] = valuesAt(columns.name)
    const name = fullName ?? valuesAt(columns.parts).join(' ')

    const [mainEmail] = splitEmails(valuesAt(columns.email)).filter(isUsableEmail)
    if (!mainEmail && valuesAt(columns.email).length > 0) warnings.push('email')
    const emails = splitEmails(valuesAt(columns.otherEmail))
    const furtherEmails = emails.filter(isUsableEmail)
    if (furtherEmails.length < emails.length) warnings.push('otherEmail')
    const email = mainEmail ?? furtherEmails[0]
    const otherEmails = [...new Set(furtherEmails.map((each) => each.toLowerCase()))].filter(
      (each) => each !== email?.toLowerCase(),
    )

    const [birthText] = valuesAt(columns.birthDate)
    const read = birthText === undefined ? null : readBirthDate(birthText)
    const birthDate = read !== null && read <= today ? read : null
    if (birthText !== undefined && birthDate === null) warnings.push('birthDate')

    const [consentText] = valuesAt(columns.consentedOn)
    const consentDate = consentText === undefined ? null : readDate(consentText)
    const consentedOn = consentDate !== null && consentDate <= today ? consentDate : null
    if (consentText !== undefined && consentedOn === null) warnings.push('consentedOn')

    const tags = uniqueWords([...valuesAt(columns.tags).flatMap(splitTags), ...addedTags]).map(spellTag)
    const words = uniqueWords(valuesAt(columns.labels).flatMap(splitTags))
    const validLabels = words.flatMap((word) => labels.get(word.toLowerCase()) ?? [])
    if (validLabels.length < words.length) warnings.push('labels')

    const byName = (target: 'status' | 'location', values: ReadonlyMap<string, string>) => {
      const [text] = valuesAt(columns[target])
      const value = text === undefined ? null : (values.get(text.toLowerCase()) ?? null)
      if (text !== undefined && value === null) warnings.push(target)
      return value
    }
    const statusKey = byName('status', statuses)
    const locationId = byName('location', locations)
    const [exemption] = valuesAt(columns.taxExemption).filter((text) => !IS_TAXED.test(text))

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
      otherPhones: phone.phone === null ? [] : otherPhones.slice(0, CONTACT_PHONES_MAX - 1),
      name: clean(name, CONTACT_NAME_MAX),
      email: email ?? null,
      otherEmails: otherEmails.slice(0, CONTACT_EMAILS_MAX - 1),
      birthDate,
      tags: tags.slice(0, CONTACT_TAGS_MAX),
      labels: validLabels.slice(0, CONTACT_LABELS_MAX),
      statusKey,
      taxExemption: exemption === undefined ? null : clean(exemption, CONTACT_TAX_EXEMPTION_MAX),
      locationId,
      consentedOn,
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

/**
 * Line breaks and tabs inside of a cell become spaces; a text that is too long is cut, but not inside of a character.
 */
const clean = (text: string, most: number) =>
  onOneLine(text)
    .slice(0, most)
    .replace(/[\ud800-\udbff]$/, '')
    .trim()

interface Phone {
  phone: string
  countryCode: string
  problem: null
}

interface NoPhone {
  phone: null
  countryCode: null
  problem: 'bad-phone' | 'foreign-phone' | 'no-phone'
}

/** A valid number of the US or Canada. */
function readNumber(text: string, country: string): Phone | NoPhone {
  const read = readPhone(plainNumber(text), country)
  if (read?.isValid && (read.country === 'US' || read.country === 'CA'))
    return { phone: read.phone, countryCode: read.country, problem: null }
  return { phone: null, countryCode: null, problem: read?.isValid ? 'foreign-phone' : 'bad-phone' }
}

/** The parts of a cell with several numbers. */
const splitNumbers = (cell: string): string[] => cell.split(/ ::: |[;,|/\n]| or /i)

/** The first valid number in these cells, of which each can have several. */
function choosePhone(cells: readonly string[], country: string): Phone | NoPhone {
  let problem: NoPhone['problem'] = cells.length === 0 ? 'no-phone' : 'bad-phone'
  for (const cell of cells) {
    for (const text of [cell, ...splitNumbers(cell)]) {
      const number = readNumber(text, country)
      if (number.phone !== null) return number
      if (number.problem === 'foreign-phone') problem = number.problem
    }
  }
  return { phone: null, countryCode: null, problem }
}

const NO_NUMBERS = { numbers: [], hasInvalid: false } as const satisfies ReturnType<typeof readNumbers>

/** All valid numbers in these cells, of which each can have several. */
function readNumbers(cells: readonly string[], country: string): { numbers: readonly Phone[]; hasInvalid: boolean } {
  const numbers = new Map<string, Phone>()
  let hasInvalid = false
  for (const cell of cells) {
    const whole = readNumber(cell, country)
    const parts = whole.phone === null ? splitNumbers(cell).filter((text) => !isBlank(text)) : []
    for (const number of [whole, ...parts.map((text) => readNumber(text, country))])
      if (number.phone !== null) numbers.set(number.phone, number)
      else if (number !== whole || parts.length === 0) hasInvalid = true
  }
  return { numbers: [...numbers.values()], hasInvalid }
}

const splitEmails = (cells: readonly string[]): string[] =>
  cells.flatMap((cell) => splitWords(cell.replace(/^mailto:/i, ''))).filter((email) => !isBlank(email))

const isUsableEmail = (value: string) => isEmail(value) && value.length <= EMAIL_MAX

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

/** The same for tags and labels, which can have commas: a cell with a semicolon is separated by those only. */
const splitTags = (cell: string): string[] =>
  cell.includes(';') && !cell.includes(' ::: ') ? cell.split(/[;\n]/).map((word) => word.trim()) : splitWords(cell)

function uniqueWords(words: readonly string[]): string[] {
  const unique = new Map<string, string>()
  for (const word of words) {
    const cleaned = clean(word, WORD_MAX)
    if (!isBlank(cleaned) && !unique.has(cleaned.toLowerCase())) unique.set(cleaned.toLowerCase(), cleaned)
  }
  return [...unique.values()]
}
