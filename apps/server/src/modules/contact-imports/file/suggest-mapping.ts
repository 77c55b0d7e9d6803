import type { ContactField, ImportTarget } from '@frontdesk/contract/api'
import { type ImportField, isEmail, readPhone } from '@frontdesk/contract/rules'
import { readBirthDate } from './read-birth-date.ts'

/** Titles of columns as address books, spreadsheets and other products write them, without spaces and punctuation. */
const TITLES: readonly [ImportField, RegExp][] = [
  [
    'phone',
    /^(primary|main|work|home|business|office|personal|secondary|second|alternat(iv)?e|additional|customer|client|contact|other|another|your)?(mobile|cell(ular)?|tele?|phone|cellphone|mobilephone|tel[eé]fono|tel[eé]phone|telefon|handy|celular|m[oó]vil|portable|whatsapp|sms|textnumber)(phone|number|numbers|no|nr|num|nummer|\d)*(value)?$/,
  ],
  [
    'email',
    /^(primary|main|work|home|business|office|personal|secondary|second|alternat(iv)?e|additional|other|another|customer|client|contact)?(e?mail|correo|courriel|adressemail|emailadresse)(address|addresses|id|\d)*(value)?$/,
  ],
  ['firstName', /^(first|given|fore)name$|^(first|vorname|pr[eé]nom|nombredepila)$/],
  ['lastName', /^(last|family|sur)name$|^(last|surname|nachname|apellidos?|nomdefamille)$/],
  [
    'name',
    /^(full|display|customer|client|contact|patient|guest)?name$|^(customer|client|contact|nombre|nombrecompleto|nom|fileas|fn)$/,
  ],
  [
    'birthDate',
    /^(birth(day|date)|dateofbirth|dob|bday|geburtstag|geburtsdatum|fechadenacimiento|datedenaissance|cumplea[nñ]os)$/,
  ],
  ['tags', /^(tags?|categor(y|ies)|groups?|groupmembership|lists?|segments?|etiquetas)$/],
  ['labels', /^(labels?)$/],
  ['status', /^(contact)?status$/],
  ['location', /^location(name)?$/],
  ['consentedOn', /^(agreedtomarketing|(sms|text|marketing)*(optin|consent))(on|at|date|time)$/],
  ['taxExemption', /^tax(exemption|exempt)(certificate|number|id|reason)?$/],
]

const normalize = (title: string) => title.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

/** Fields that several columns can fill. */
const REPEATABLE: ReadonlySet<ImportTarget> = new Set(['otherPhone', 'otherEmail', 'tags', 'labels'])
/** Fields for further columns of the same kind. */
const FURTHER: { [Field in ImportTarget]?: ImportTarget } = { phone: 'otherPhone', email: 'otherEmail' }

const NAMES: readonly ImportField[] = ['name', 'firstName', 'lastName']

/** Whether a title is of mobile numbers, which receive texts. */
export const isMobile = (title = ''): boolean => /mobile|cell|m[oó]vil|handy|portable|iphone/i.test(title)

/**
 * Suggests the field of each column, by its title or, if that says nothing, by its values. The name of a custom
 * field goes before other names.
 */
export function suggestMapping(
  columns: readonly { title: string; samples: readonly string[] }[],
  customFields: readonly Pick<ContactField, 'id' | 'name'>[] = [],
): (ImportTarget | null)[] {
  const used = new Set<ImportTarget>()
  const claim = (field: ImportTarget | undefined): ImportTarget | null => {
    const target = field && used.has(field) ? (FURTHER[field] ?? field) : field
    if (!target || (used.has(target) && !REPEATABLE.has(target))) return null
    used.add(target)
    return target
  }
  const byTitle = columns.map(({ title }) => {
    const normalized = normalize(title)
    const custom = customFields.find(({ name }) => normalize(name) === normalized && normalized !== '')
    return claim(custom ? `field:${custom.id}` : TITLES.find(([, pattern]) => pattern.test(normalized))?.[0])
  })
  // First and last name are better than a column with both, which may be of a company; one of them alone is not.
  const spare = used.has('firstName') && used.has('lastName') ? ['name'] : ['firstName', 'lastName']
  if (used.has('name')) for (const field of spare) replace(byTitle, field, null)
  // The first column of mobile numbers is the main one.
  const main = byTitle.indexOf('phone')
  const mobile = columns.findIndex(({ title }, index) => byTitle[index] === 'otherPhone' && isMobile(title))
  if (mobile !== -1 && !isMobile(columns[main]?.title)) {
    byTitle[main] = 'otherPhone'
    byTitle[mobile] = 'phone'
  }
  return byTitle.map((field, index) => {
    const samples = columns[index]?.samples ?? []
    if (field || samples.length === 0) return field
    // A further column with a title of its own, such as "Fax", is no guess.
    const mayBe = (target: ImportTarget) => !used.has(target) || columns[index]?.title === ''
    const mostly = (isSo: (value: string) => boolean) => samples.filter(isSo).length * 2 > samples.length
    if (mayBe('phone') && mostly(isPhone)) return claim('phone')
    if (mayBe('email') && mostly(isEmail)) return claim('email')
    if (columns[index]?.title === '' && !NAMES.some((field) => used.has(field)) && mostly(isFullName))
      return claim('name')
    return null
  })
}

const replace = <Value>(list: Value[], value: unknown, by: Value) => {
  for (const [index, each] of list.entries()) if (each === value) list[index] = by
}

/** Two words of letters, such as “Zoë O’Brien”. */
const isFullName = (value: string) => /^\p{L}[\p{L}\p{M}'’.-]* \p{L}[\p{L}\p{M}'’.-]*$/u.test(value)

const isPhone = (value: string) => readPhone(value, 'US')?.isValid === true

/** Numbers that are no valid phone numbers, such as those without an area code or of another country. */
const isNumber = (value: string) => /^\P{L}*$/u.test(value) && value.replace(/\D/g, '').length >= 5

/**
 * Whether the first row has titles: none of its cells is a value and, unless one of them is a usual title, none is
 * blank above a column of numbers, as for a contact without one.
 */
export function looksLikeHeader(cells: readonly string[], rows: readonly (readonly string[])[] = []): boolean {
  const titles = cells.map((cell) => cell.trim())
  if (titles.every((title) => title === '')) return false
  const isValue = (cell: string) => isEmail(cell) || isPhone(cell) || isNumber(cell) || readBirthDate(cell) !== null
  if (titles.some(isValue)) return false
  if (titles.some((title) => TITLES.some(([, pattern]) => pattern.test(normalize(title))))) return true
  return !rows.some((row) => row.some((cell, index) => titles[index] === '' && isValue(cell.trim())))
}
