import { type ImportEncoding, isDelimiter } from '@frontdesk/contract/rules'
import { describe, expect, test } from 'vitest'
import { decodeText, detectEncoding } from './decode-text.ts'
import { detectFormat } from './detect-format.ts'
import { ImportError } from './import-error.ts'
import { readBirthDate } from './read-birth-date.ts'
import { contactReader } from './read-contact.ts'
import { readCsv } from './read-csv.ts'
import { readVcards } from './read-vcard.ts'
import { looksLikeHeader, suggestMapping } from './suggest-mapping.ts'

async function* chunked(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size)
}

/** Reads a file that arrives a few bytes at a time, so that every character and quote is cut somewhere. */
async function readFile(contents: string | Uint8Array, chosen?: ImportEncoding): Promise<string[][]> {
  const bytes = typeof contents === 'string' ? Buffer.from(contents) : contents
  const encoding = await detectEncoding(chunked(bytes, bytes.length), chosen)
  const text = () => decodeText(chunked(bytes, bytes.length > 10_000 ? 5000 : 3), encoding)
  const head = (await Array.fromAsync(text())).join('')
  const format = detectFormat(head)
  return Array.fromAsync(format.kind === 'vcard' ? readVcards(text()) : readCsv(text(), format))
}

const utf16 = (text: string, isBigEndian: boolean) => {
  const bytes = Buffer.from(text, 'utf16le')
  return isBigEndian ? bytes.swap16() : bytes
}

describe('encodings', () => {
  const text = 'Näme,Phone\r\nZoë “O’Brien”,2125550123\r\n'
  const rows = [
    ['Näme', 'Phone'],
    ['Zoë “O’Brien”', '2125550123'],
  ]
  test.each([
    ['UTF-8', Buffer.from(text)],
    ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${text}`)],
    ['UTF-16 LE', utf16(`\ufeff${text}`, false)],
    ['UTF-16 BE', utf16(`\ufeff${text}`, true)],
    ['UTF-16 LE without a mark', utf16(text, false)],
    ['UTF-16 BE without a mark', utf16(text, true)],
    ['Windows-1252', Buffer.from(text.replace('“', '\x93').replace('”', '\x94').replace('’', '\x92'), 'latin1')],
  ])('%s', async (_name, bytes) => {
    expect(await readFile(bytes)).toEqual(rows)
  })

  test.each([
    ['windows-1251', 'c8ecff2cd2e5ebe5f4eeed0ac5ebe5ede02c310a', ['Имя', 'Телефон'], ['Елена', '1']],
    ['koi8-r', 'e9cdd12c540aecc5cec12c310a', ['Имя', 'T'], ['Лена', '1']],
    // The second byte of ポ is that of a vertical bar.
    ['shift_jis', '96bc914f2c936498620a837c815b838b2c310a', ['名前', '電話'], ['ポール', '1']],
  ] as const)('%s, when it is chosen', async (encoding, hex, titles, values) => {
    expect(await readFile(Buffer.from(hex, 'hex'), encoding)).toEqual([titles, values])
  })

  test('a chosen encoding does not make a workbook text', async () => {
    const workbook = Buffer.from('504b0304140006000800000021', 'hex')
    await expect(readFile(workbook, 'windows-1251')).rejects.toMatchObject({ reason: 'spreadsheet' })
  })

  test('the first special character may stand at the end of the file', async () => {
    const bytes = Buffer.from(`Name\n${'Ann\n'.repeat(100_000)}Zo\xeb\n`, 'latin1')
    expect(await detectEncoding(chunked(bytes, 5000))).toBe('windows-1252')
  })

  test.each([
    ['an Excel workbook', Buffer.from('504b0304140006000800000021', 'hex'), 'spreadsheet'],
    ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 'not-text'],
    ['bytes', Buffer.from([1, 0, 0, 0, 7, 0, 0, 0, 0, 0, 0, 3]), 'not-text'],
    ['an empty file', Buffer.alloc(0), 'empty'],
  ])('%s is refused', async (_name, bytes, reason) => {
    await expect(readFile(bytes)).rejects.toMatchObject({ reason })
  })
})

describe('CSV', () => {
  test.each([
    [
      'commas',
      'a,b;c\nd,"e,\nf"\n',
      [
        ['a', 'b;c'],
        ['d', 'e,\nf'],
      ],
    ],
    [
      'semicolons',
      'a;b,c\nd;e,f\n',
      [
        ['a', 'b,c'],
        ['d', 'e,f'],
      ],
    ],
    [
      'tabs',
      'a\tb, c\nd\te, f',
      [
        ['a', 'b, c'],
        ['d', 'e, f'],
      ],
    ],
    [
      'bars',
      'a|b\r\nc|d\r\n',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'colons',
      'a:b\n"c:1":d\n',
      [
        ['a', 'b'],
        ['c:1', 'd'],
      ],
    ],
    [
      'tildes',
      'a, x~b\nc, y~d\n',
      [
        ['a, x', 'b'],
        ['c, y', 'd'],
      ],
    ],
    [
      'carets',
      'a^b\nc^d\n',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'commas beside times',
      'a,10:30\nb,9:15\n',
      [
        ['a', '10:30'],
        ['b', '9:15'],
      ],
    ],
    ['one column under a title with a colon', 'To call: today\nAnn\nBo\n', [['To call: today'], ['Ann'], ['Bo']]],
    ['a named separator that would not be detected', 'sep=#\na#b\n', [['a', 'b']]],
    [
      'a named separator',
      'sep=;\r\na;b\r\nc,c,c;d\r\n',
      [
        ['a', 'b'],
        ['c,c,c', 'd'],
      ],
    ],
    [
      'carriage returns only',
      'a,b\rc,d\r',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    ['one column', 'Phone\n2125550123\n', [['Phone'], ['2125550123']]],
    [
      'quotes in quotes and beside them',
      'a,"5"" pipe"\nb,say "hi"\n',
      [
        ['a', '5" pipe'],
        ['b', 'say "hi"'],
      ],
    ],
    ['rows of different length', 'a,b\nc\nd,e,f\n', [['a', 'b'], ['c'], ['d', 'e', 'f']]],
    ['blank lines', 'a,b\n\n,\nc,d\n', [['a', 'b'], [''], ['', ''], ['c', 'd']]],
    [
      'formulas',
      '=1+1,@b\n-c,+d\n',
      [
        ['=1+1', '@b'],
        ['-c', '+d'],
      ],
    ],
  ])('%s', async (_name, text, rows) => {
    expect(await readFile(text)).toEqual(rows)
  })

  test('a chosen delimiter goes before a named and a detected one', () => {
    expect(detectFormat('a,b\n', '#')).toEqual({ kind: 'csv', delimiter: '#', skipsFirst: false })
    expect(detectFormat('sep=;\na,b\n', ',')).toEqual({ kind: 'csv', delimiter: ',', skipsFirst: true })
    for (const character of [',', '\t', '#', '\u001f', '¦', '。', '-']) expect(isDelimiter(character)).toBe(true)
    for (const text of ['', ';;', 'a', 'Я', '1', '"', "'", ' ', '\u00a0', '\n', '\r', '\u2028', '\0', '\ud800'])
      expect(isDelimiter(text)).toBe(false)
  })

  test('300 columns are read, 301 are refused', async () => {
    const columns = (n: number) => Array.from({ length: n }, (_, index) => `c${index}`).join(',')
    expect((await readFile(`${columns(300)}\n`))[0]).toHaveLength(300)
    await expect(readFile(`a,b\n${columns(301)}\n`)).rejects.toMatchObject({ reason: 'too-many-columns', row: 2 })
  })

  test('a quote that is never closed ends the import where it begins, without reading on forever', async () => {
    await expect(readFile('a,b\nc,"d\ne,f\n')).rejects.toMatchObject({ reason: 'quote', row: 2 })
    const endless = async function* () {
      yield 'a,b\nc,"'
      for (;;) yield 'x,y\n'.repeat(10_000)
    }
    await expect(Array.fromAsync(readCsv(endless(), { delimiter: ',', skipsFirst: false }))).rejects.toThrow(
      ImportError,
    )
  })
})

test('vCards of versions 2.1, 3 and 4', async () => {
  const file = [
    'BEGIN:VCARD',
    'VERSION:3.0',
    'N:Chen;Maya;;;',
    'FN:Maya Chen\\, DVM',
    'item1.TEL;type=HOME:(212) 555-0100',
    'TEL;type=CELL;type=pref:+1 212 555 0101',
    'TEL;TYPE="fax,work":+1 212 555 0102',
    'TEL;TYPE=work:212-555-0105',
    'EMAIL;type=WORK:office@example.test',
    'EMAIL;type=INTERNET;type=pref:maya@example.test',
    'EMAIL:third@example.test',
    'BDAY:1979-03-14',
    'CATEGORIES:VIP,dogs',
    `PHOTO;ENCODING=b:${'A'.repeat(70)}`,
    ` ${'B'.repeat(300_000)}`,
    'END:VCARD',
    'BEGIN:VCARD',
    'VERSION:4.0',
    'N:O’Brien;Zo',
    ' ë;;;',
    'TEL;VALUE=uri;TYPE=cell:tel:+1-212-555-0103',
    'BDAY:--0229',
    'END:VCARD',
    'BEGIN:VCARD',
    'VERSION:2.1',
    'N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:M=C3=BCller;J=C3=\r\n=BCrgen;;;',
    'TEL;CELL:2125550104',
    'END:VCARD',
    'BEGIN:VCARD',
    'ORG:Fido & Co;Sales',
    'END:VCARD',
    '',
  ].join('\r\n')
  expect(await readFile(file)).toEqual([
    [
      'Maya Chen, DVM',
      '+1 212 555 0101',
      '(212) 555-0100 ::: 212-555-0105',
      'maya@example.test',
      'office@example.test ::: third@example.test',
      '1979-03-14',
      'VIP,dogs',
    ],
    ['Zoë O’Brien', '+1-212-555-0103', '', '', '', '--0229', ''],
    ['Jürgen Müller', '2125550104', '', '', '', '', ''],
    ['Fido & Co', '', '', '', '', '', ''],
  ])
})

describe('columns', () => {
  const suggest = (titles: string[], samples: string[][] = []) =>
    suggestMapping(titles.map((title, index) => ({ title, samples: samples[index] ?? [] })))

  test.each([
    [
      'Name, Phone, Email, Labels, Tags, Status, Location, Birth date, Source',
      ['name', 'phone', 'email', 'labels', 'tags', 'status', 'location', 'birthDate', null],
    ],
    [
      'First Name, Last Name, Mobile Phone, E-mail Address, Birthday, Company',
      ['firstName', 'lastName', 'phone', 'email', 'birthDate', null],
    ],
    [
      'Given Name, Family Name, Phone 1 - Value, Phone 2 - Value, E-mail 1 - Value, E-mail 2 - Value, Group Membership',
      ['firstName', 'lastName', 'phone', 'otherPhone', 'email', 'otherEmail', 'tags'],
    ],
    [
      'Name, Work phone, Home phone, Mobile, Phone 2, Secondary email, Email',
      ['name', 'otherPhone', 'otherPhone', 'phone', 'otherPhone', 'email', 'otherEmail'],
    ],
    ['customer name, CELL, e-mail, DOB, Notes', ['name', 'phone', 'email', 'birthDate', null]],
    ['Vorname, Nachname, Handynummer, Telefon, E-Mail', ['firstName', 'lastName', 'phone', 'otherPhone', 'email']],
    ['Nombre, Teléfono, Correo, Etiquetas', ['name', 'phone', 'email', 'tags']],
    ['Full Name, First Name, phone_number, Name', ['name', null, 'phone', null]],
    ['Display Name, First Name, Last Name', [null, 'firstName', 'lastName']],
  ])('%s', (titles, mapping) => {
    expect(suggest(titles.split(', '))).toEqual(mapping)
  })

  test('without titles, by their values', () => {
    const samples = [['Ann'], ['ann@example.test'], ['(212) 555-0100', 'x', '212.555.0101']]
    expect(suggest(['', '', ''], samples)).toEqual([null, 'email', 'phone'])
    const names = ['Zoë O’Brien', 'Cher', 'J. Müller-Lee']
    const cities = ['New York', 'Los Angeles', 'San Diego']
    expect(suggest(['', '', ''], [['12 Main'], names, cities])).toEqual([null, 'name', null])
    expect(suggest(['', 'Name', 'City'], [names, ['Ann'], cities])).toEqual([null, 'name', null])
    expect(suggest(['City', 'Phone'], [cities])).toEqual([null, 'phone'])
    expect(looksLikeHeader(['Ann', 'ann@example.test', '212-555-0100'])).toBe(false)
    expect(looksLikeHeader(['Name', 'Phone', ''])).toBe(true)
  })

  test.each([
    // Numbers without an area code, of another country, and of something else.
    [['Ann Lee', '555-0100'], [], false],
    [['Ann Lee', '07700 900123'], [], false],
    [['Ann Lee', '', '000123'], [], false],
    // The first contact has no number.
    [['Ann Lee', '', 'Boston'], [['Bob', '212-555-0100', '']], false],
    // Titles of our own kind are titles, also beside a blank one.
    [['Kunde', 'Nr. 2'], [['Bob', '212-555-0100']], true],
    [['Name', '', 'Phone 2'], [['Bob', '212-555-0100', '']], true],
  ])('a first row of %j has titles: with %j below, %s', (first, rows, expected) => {
    expect(looksLikeHeader(first, rows)).toBe(expected)
  })
})

describe('contacts', () => {
  const read = contactReader({
    mapping: ['name', 'phone', 'phone', 'email', 'birthDate', 'tags', 'labels', 'firstName', 'lastName'],
    titles: ['Name', 'Work', 'Mobile', 'Email', 'Birthday', 'Tags', 'Labels', 'First', 'Last'],
    country: 'US',
    tags: ['imported'],
    spellTag: (tag) => tag,
    fields: [],
    labels: new Map([['new lead', 'New Lead']]),
    statuses: new Map(),
    locations: new Map(),
    today: '2026-11-22',
  })
  const row = (cells: Partial<Record<number, string>>) =>
    read(Array.from({ length: 9 }, (_, index) => cells[index] ?? ''))

  test.each([
    '(212) 555-0123',
    '212.555.0123',
    '+1 212 555 0123',
    '1-212-555-0123',
    '2125550123.0',
    "'2125550123",
    '="2125550123"',
    'tel:+12125550123',
    '２１２５５５０１２３',
    '212-555-0123 ext. 7',
    '12; 212-555-0123',
    '+44 20 7946 0958 / 212 555 0123',
  ])('%s is one number', (phone) => {
    expect(row({ 1: phone })).toMatchObject({ phone: '+12125550123', countryCode: 'US', problem: null })
  })

  test.each([
    ['+44 20 7946 0958', 'foreign-phone'],
    ['555-0123', 'bad-phone'],
    ['2.12556E+09', 'bad-phone'],
    ['none', 'bad-phone'],
    ['', 'no-phone'],
  ])('“%s”: %s', (phone, problem) => {
    expect(row({ 0: 'Ann', 1: phone })).toMatchObject({ phone: null, problem })
  })

  test('the mobile number comes first, and the other one when it is not valid', () => {
    expect(row({ 1: '2125550100', 2: '2125550101' }).phone).toBe('+12125550101')
    expect(row({ 1: '2125550100', 2: 'ask' }).phone).toBe('+12125550100')
  })

  describe('further numbers and emails', () => {
    const readFurther = contactReader({
      mapping: ['phone', 'otherPhone', 'otherPhone', 'email', 'otherEmail'],
      titles: ['Phone', 'Work', 'Cell', 'Email', 'Email 2'],
      country: 'US',
      tags: [],
      spellTag: (tag) => tag,
      fields: [],
      labels: new Map(),
      statuses: new Map(),
      locations: new Map(),
      today: '2026-11-22',
    })
    test('are kept once, mobile ones first, of cells with several too', () => {
      expect(
        readFurther([
          '2125550100',
          '2125550101 ::: 212-555-0102; 2125550100',
          '2125550103',
          'A@b.test',
          'C@b.test, a@b.test',
        ]),
      ).toMatchObject({
        phone: '+12125550100',
        otherPhones: ['+12125550103', '+12125550101', '+12125550102'],
        email: 'A@b.test',
        otherEmails: ['c@b.test'],
        warnings: [],
      })
    })
    test('become the main ones where there are none', () => {
      expect(readFurther(['', '2125550101', '2125550103', '', 'c@b.test'])).toMatchObject({
        phone: '+12125550103',
        otherPhones: ['+12125550101'],
        email: 'c@b.test',
        otherEmails: [],
        warnings: [],
      })
      expect(readFurther(['555-0100', '2125550101'])).toMatchObject({ phone: '+12125550101', warnings: ['otherPhone'] })
    })
    test('are left out with a warning when they are not valid or too many', () => {
      expect(readFurther(['2125550100', 'ask', '+44 20 7946 0958', '', 'none'])).toMatchObject({
        phone: '+12125550100',
        otherPhones: [],
        warnings: ['otherPhone', 'otherEmail'],
      })
      const many = Array.from({ length: 10 }, (_, n) => `212555011${n}`).join(';')
      const read = readFurther(['2125550100', many])
      expect([read.otherPhones.length, read.warnings]).toEqual([9, ['tooManyPhones']])
      expect(readFurther(['555-0100', 'ask'])).toMatchObject({ phone: null, problem: 'bad-phone', otherPhones: [] })
    })
  })

  test('values that are not valid are left out, with a warning', () => {
    expect(row({ 1: '2125550100', 3: 'ann at home', 4: '2126-01-01', 6: 'New Lead; Nobody made this' })).toMatchObject({
      email: null,
      birthDate: null,
      labels: ['New Lead'],
      warnings: ['email', 'birthDate', 'labels'],
      problem: null,
    })
  })

  test('names, words and lengths', () => {
    expect(row({ 7: ' Maya ', 8: 'Chen', 5: '* vip ::: VIP, dogs;;' })).toMatchObject({
      name: 'Maya Chen',
      tags: ['vip', 'dogs', 'imported'],
    })
    expect(row({ 0: 'Ann\n\tLee' }).name).toBe('Ann Lee')
    expect(row({ 0: `${'x'.repeat(119)}😀` }).name).toBe('x'.repeat(119))
    expect(row({ 0: '\u200b', 5: ' ' }).problem).toBe('blank')
  })

  test.each([
    ['1979-03-14', '1979-03-14'],
    ['3/14/1979', '1979-03-14'],
    ['14/3/1979', '1979-03-14'],
    ['14.3.79', '1979-03-14'],
    ['3/14/05', '2005-03-14'],
    ['19790314', '1979-03-14'],
    ['1979-03-14T00:00:00Z', '1979-03-14'],
    ['Mar 14, 1979', '1979-03-14'],
    ['14 March 1979', '1979-03-14'],
    ['2/29', '1604-02-29'],
    ['--0229', '1604-02-29'],
    ['29.2.', '1604-02-29'],
    ['2/29/1979', null],
    ['13/13/1979', null],
    ['yes', null],
    ['12125550123', null],
  ])('birth date %s', (text, date) => {
    expect(readBirthDate(text)).toBe(date)
  })
})
