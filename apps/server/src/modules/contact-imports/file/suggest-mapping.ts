import type { ContactField, ImportTarget } from '@frontdesk/contract/api'
import { type ImportField, isEmail, readPhone } from '@frontdesk/contract/rules'
import { readBirthDate } from './read-birth-date.ts'

/** Titles of columns as address books, spreadsheets and other products write them, without spaces and punctuation. */
const TITLES: readonly [ImportField, RegExp][] = [
  [
    'phone',
    /^(primary|main|work|home|business|customer|client|contact|other|your)?(mobile|cell(ular)?|tele?|phone|cellphone|mobilephone|tel[eé]fono|tel[eé]phone|telefon|handy|celular|m[oó]vil|portable|whatsapp|sms|textnumber)(phone|number|numbers|no|nr|num|nummer|\d)*(value)?$/,
  ],
  [
    'email',
    /^(primary|work|home|customer|client|contact)?(e?mail|correo|courriel|adressemail|emailadresse)(address|addresses|id|\d)*(value)?$/,
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
]

const normalize = (title: string) => title.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

/** Fields that several columns can fill: numbers, and words that add up. */
const REPEATABLE: ReadonlySet<ImportTarget> = new Set(['phone', 'tags', 'labels'])

/**
 * Suggests the field of each column, by its title or, without one that is known, by its values. The name of a custom
 * field goes before other names.
 */
export function suggestMapping(
  columns: readonly { title: string; samples: readonly string[] }[],
  customFields: readonly Pick<ContactField, 'id' | 'name'>[] = [],
): (ImportTarget | null)[] {
  const used = new Set<ImportTarget>()
  const claim = (field: ImportTarget | undefined): ImportTarget | null => {
    if (!field || (used.has(field) && !REPEATABLE.has(field))) return null
    used.add(field)
    return field
  }
  const byTitle = columns.map(({ title }) => {
    const normalized = normalize(title)
    const custom = customFields.find(({ name }) => normalize(name) === normalized && normalized !== '')
    return claim(custom ? `field:${custom.id}` : TITLES.find(([, pattern]) => pattern.test(normalized))?.[0])
  })
  // First and last name are better than a column with both, which may be of a company; one of them alone is not.
  const spare = used.has('firstName') && used.has('lastName') ? ['name'] : ['firstName', 'lastName']
  if (used.has('name')) for (const field of spare) replace(byTitle, field, null)
  return byTitle.map((field, index) => {
    const samples = columns[index]?.samples ?? []
    if (field || samples.length === 0) return field
    const mostly = (isSo: (value: string) => boolean) => samples.filter(isSo).length * 2 > samples.length
    if (!used.has('phone') && mostly(isPhone)) return claim('phone')
    if (!used.has('email') && mostly(isEmail)) return claim('email')
    return null
  })
}

const replace = <Value>(list: Value[], value: unknown, by: Value) => {
  for (const [index, each] of list.entries()) if (each === value) list[index] = by
}

const isPhone = (value: string) => readPhone(value, 'US')?.isValid === true

/** Whether the first row has titles: none of its cells is a value. */
export const looksLikeHeader = (cells: readonly string[]): boolean =>
  cells.some((cell) => cell.trim() !== '') &&
  !cells.some((cell) => isEmail(cell.trim()) || isPhone(cell) || readBirthDate(cell) !== null)
