import { hasMaskedCard, isCardNumber, isLuhnValid, maskCardNumbers } from '@frontdesk/contract/rules'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../testing/property-runs.ts'

const withCheckDigit = (digits: string): string =>
  [...'0123456789'].map((check) => digits + check).find(isLuhnValid) ?? ''

const digits = (count: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: count, maxLength: count }).map((list) => list.join(''))

/** Numbers of the networks, with the groups that they are printed in. */
const PRINTED: { start: string; length: number; groups: number[] }[] = [
  { start: '4', length: 16, groups: [4, 4, 4, 4] },
  { start: '4', length: 19, groups: [4, 4, 4, 4, 3] },
  { start: '55', length: 16, groups: [4, 4, 4, 4] },
  { start: '2221', length: 16, groups: [4, 4, 4, 4] },
  { start: '37', length: 15, groups: [4, 6, 5] },
  { start: '36', length: 14, groups: [4, 6, 4] },
  { start: '3530', length: 16, groups: [4, 4, 4, 4] },
  { start: '6011', length: 16, groups: [4, 4, 4, 4] },
  { start: '62', length: 16, groups: [6, 10] },
]
const card = fc.constantFrom(...PRINTED).chain(({ start, length, groups }) =>
  fc.record({
    number: digits(length - start.length - 1).map((rest) => withCheckDigit(start + rest)),
    groups: fc.constantFrom([length], groups),
    separator: fc.constantFrom(' ', '-', '  ', ' - ', '\u00a0', '.', '\n', '/', ',', '_', '\u200b', ' \u200b'),
  }),
)
const words = fc.constantFrom(
  '',
  'My card is ',
  'Karte: ',
  '(',
  'card=',
  'no.',
  'Visa,',
  '12/27\n',
  'Pay with “',
  'a@b.c ',
  'Card #',
  'visa',
)
const after = fc.constantFrom('', 'exp1227', ' 12/27 123', ', exp 1227', '.', '”', ' and 555 0142', ')')

test('card numbers of any network and grouping are masked, with what is around them kept; twice is once', () => {
  fc.assert(
    fc.property(card, words, after, ({ number, groups, separator }, before, rest) => {
      let at = 0
      const parts = groups.map((length) => {
        at += length
        return number.slice(at - length, at)
      })
      const written = parts.join(separator)
      expect(isCardNumber(number)).toBe(true)
      const masked = maskCardNumbers(before + written + rest)
      expect(masked).toBe(`${before}**** **** **** ${number.slice(-4)}${rest}`)
      expect(hasMaskedCard(masked)).toBe(true)
      expect(maskCardNumbers(masked)).toBe(masked)
    }),
    runs(400),
  )
})

test('no text keeps a whole card number, whatever is between its groups', () => {
  const piece = fc.oneof(
    card.map(({ number }) => number),
    fc.constantFrom(' ', '-', 'x ', '\n', '42', '7'),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const masked = maskCardNumbers(pieces.join(' ; '))
      for (const [run] of masked.matchAll(/\d+/g)) expect(isCardNumber(run)).toBe(false)
    }),
    runs(300),
  )
})

test('phone numbers, order numbers, times and addresses stay', () => {
  for (const text of [
    'Call +44 20 7946 0958 or +4917612345678',
    'Call 415 555 0142, 415 555 0143 or (206) 555-0142',
    '206-555-0142 206-555-0143',
    '+4242424242424242',
    'Order #4242424242424242 and PO_4242424242424242',
    'https://example.com/4242424242424242?id=4242424242424242',
    'Number 4242424242424241 has a wrong check digit',
    'Tracking 1Z999AA10123456784, 9400111899223100001',
    '42424242424242424242424242',
    'IBAN DE12 5001 0517 0648 4898 90, FR76 3000 6000 0112 3456 7890 189',
    'Call 4917612345678 or 4912345678904',
    'Invoice no. #4242424242424242, pedido #4242 4242 4242 4242',
    'They cost 4000, 5000, 3000, 2000 and 4,242,424,242,424,242',
    '24.11.2026 25.11.2026 26.11.2026, 25/11/26 26/11/26 27/11/26',
    'Maestro 6759649826438453 123',
    'Meet at 2026-11-26 10:30, 2026-11-27 11:30',
    '',
  ])
    expect(maskCardNumbers(text)).toBe(text)
})

test('numbers that are written in other ways are masked, every one of a list', () => {
  const mask = '**** **** **** 4242'
  for (const [text, masked] of [
    ['4242424242424242\n4242424242424242\n4242 4242 4242 4242\n4242424242424242', [mask, mask, mask, mask].join('\n')],
    ['４２４２ ４２４２ ４２４２ ４２４２', mask],
    ['بطاقتي ٤٢٤٢٤٢٤٢٤٢٤٢٤٢٤٢', `بطاقتي ${mask}`],
    ['𝟒𝟐𝟒𝟐𝟒𝟐𝟒𝟐𝟒𝟐𝟒𝟐𝟒𝟐𝟒𝟐!', `${mask}!`],
    ['It is 4 2 4 2 4 2 4 2 4 2 4 2 4 2 4 2', `It is ${mask}`],
    ['42-42-42-42-42-42-42-42', mask],
    ['424 242 424 242 424 2', mask],
    ['4\u200b242424242424\u200d242', mask],
    ['Maestro 6759649826438453', 'Maestro **** **** **** 8453'],
    ['AB12 4242 4242 4242 4242', `AB12 ${mask}`],
  ] as const)
    expect(maskCardNumbers(text)).toBe(masked)
})
