/** The columns that a vCard file is read into. */
export const VCARD_COLUMNS = [
  'Name',
  'Phone',
  'Other phones',
  'Email',
  'Other emails',
  'Birthday',
  'Categories',
] as const
/** Between the values of a column with several, as in the contacts that Google exports. */
const SEPARATOR = ' ::: '

/** Unfolded lines are cut here: only embedded pictures are longer. */
const LINE_MAX_CHARACTERS = 100_000

interface Property {
  name: string
  parameters: string
  value: string
}

/** Reads vCards of versions 2.1, 3 and 4 as a stream, one row for each card. */
export async function* readVcards(text: AsyncIterable<string>): AsyncGenerator<string[]> {
  let card: Property[] | null = null
  for await (const line of unfold(text)) {
    const property = readProperty(line)
    if (!property) continue
    const isCard = property.value.trim().toUpperCase() === 'VCARD'
    if (property.name === 'BEGIN' && isCard) card = []
    else if (property.name === 'END' && isCard) {
      if (card) yield toRow(card)
      card = null
    } else card?.push(property)
  }
}

/** Joins lines that were folded, by a space at the start of the next or, quoted-printable, by `=` at the end. */
async function* unfold(text: AsyncIterable<string>): AsyncGenerator<string> {
  let line: string | null = null
  for await (const next of splitLines(text)) {
    if (line !== null && /^[ \t]/.test(next)) line = cut(line + next.slice(1))
    else if (line?.endsWith('=') && QUOTED_PRINTABLE.test(line)) line = cut(line.slice(0, -1) + next)
    else {
      if (line !== null) yield line
      line = next
    }
  }
  if (line !== null) yield line
}

async function* splitLines(text: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = ''
  for await (const chunk of text) {
    const lines = (rest + chunk).split(/\r?\n/)
    rest = cut(lines.pop() ?? '')
    yield* lines.map(cut)
  }
  if (rest !== '') yield rest
}

const cut = (line: string) => (line.length > LINE_MAX_CHARACTERS ? line.slice(0, LINE_MAX_CHARACTERS) : line)

const QUOTED_PRINTABLE = /^[^:]*;(ENCODING=)?QUOTED-PRINTABLE/i
/** `item1.TEL;TYPE="cell,voice":+1212…`: a colon inside quotes does not end the parameters. */
const PROPERTY = /^(?:[\w-]+\.)?([\w-]+)((?:;(?:[^":;]|"[^"]*")*)*):(.*)$/s

function readProperty(line: string): Property | null {
  const match = PROPERTY.exec(line)
  if (!match) return null
  const [, name = '', parameters = '', value = ''] = match
  return {
    name: name.toUpperCase(),
    parameters: parameters.toUpperCase(),
    value: QUOTED_PRINTABLE.test(line) ? decodeQuotedPrintable(value) : value,
  }
}

function decodeQuotedPrintable(value: string): string {
  const bytes = value.replace(/=([0-9A-F]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
  // Characters beyond one byte were not encoded at all.
  return /[^\0-\xff]/.test(bytes) ? bytes : Buffer.from(bytes, 'latin1').toString('utf8')
}

const unescapeText = (value: string) =>
  value.replace(/\\([nN,;\\:])/g, (_, character) => (/n/i.test(character) ? ' ' : character))

/** Splits a structured value at semicolons that are not escaped. */
const components = (value: string) => value.split(/(?<!\\);/).map((part) => unescapeText(part).trim())

function toRow(card: readonly Property[]): string[] {
  const firstOf = (name: string) => card.find((property) => property.name === name)?.value ?? ''
  const [family = '', given = '', middle = ''] = components(firstOf('N'))
  const name =
    unescapeText(firstOf('FN')).trim() ||
    [given, middle, family].filter((part) => part !== '').join(' ') ||
    components(firstOf('ORG'))[0]
  const phones = card
    .filter(({ name, parameters }) => name === 'TEL' && !/FAX|PAGER/.test(parameters))
    .toSorted((a, b) => rankOf(b) - rankOf(a))
    .map(({ value }) => unescapeText(value).replace(/^tel:/i, '').trim())
  const emails = card
    .filter(({ name }) => name === 'EMAIL')
    .toSorted((a, b) => rankOf(b) - rankOf(a))
    .map(({ value }) => unescapeText(value).trim())
  const [phone = '', ...otherPhones] = phones
  const [email = '', ...otherEmails] = emails
  return [
    name ?? '',
    phone,
    otherPhones.join(SEPARATOR),
    email,
    otherEmails.join(SEPARATOR),
    firstOf('BDAY').trim(),
    unescapeText(firstOf('CATEGORIES')),
  ]
}

/** Mobile numbers first, because they receive texts; then the preferred one. */
const rankOf = ({ parameters }: Property): number =>
  (/CELL|MOBILE|IPHONE/.test(parameters) ? 2 : 0) + (/PREF/.test(parameters) ? 1 : 0)
