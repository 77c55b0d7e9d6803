import { expect, test } from 'vitest'
import { countSegments } from './segments.ts'

const gsm = (units: number, segments: number, left: number) => ({ encoding: 'GSM-7', units, segments, left })
const ucs2 = (units: number, segments: number, left: number) => ({ encoding: 'UCS-2', units, segments, left })

test.each<[string, string, ReturnType<typeof gsm>]>([
  ['nothing', '', gsm(0, 0, 160)],
  ['one letter', 'a', gsm(1, 1, 159)],
  ['160 letters', 'a'.repeat(160), gsm(160, 1, 0)],
  ['161 letters', 'a'.repeat(161), gsm(161, 2, 145)],
  ['two full segments', 'a'.repeat(306), gsm(306, 2, 0)],
  ['one more', 'a'.repeat(307), gsm(307, 3, 152)],
  ['a text of maximum length', 'a'.repeat(1600), gsm(1600, 11, 83)],
  ['80 characters of two septets', '€'.repeat(80), gsm(160, 1, 0)],
  ['81 of them, of which none is split', '€'.repeat(81), gsm(162, 2, 143)],
  ['159 letters and one of two septets', `${'a'.repeat(159)}{`, gsm(161, 2, 145)],
  ['an extension character at the boundary', `${'a'.repeat(152)}€${'a'.repeat(10)}`, gsm(164, 2, 141)],
  ['line breaks', 'a\nb\r\nc', gsm(6, 1, 154)],
  ['every character of two septets', '\f^{}\\[~]|€', gsm(20, 1, 140)],
])('%s in GSM-7', (_what, text, expected) => {
  expect(countSegments(text)).toEqual(expected)
})

test.each<[string, string, ReturnType<typeof ucs2>]>([
  ['one character beyond the alphabet', 'ł', ucs2(1, 1, 69)],
  ['70 of them', 'ł'.repeat(70), ucs2(70, 1, 0)],
  ['71 of them', 'ł'.repeat(71), ucs2(71, 2, 63)],
  ['134 of them', 'ł'.repeat(134), ucs2(134, 2, 0)],
  ['135 of them', 'ł'.repeat(135), ucs2(135, 3, 66)],
  ['35 emoji', '😀'.repeat(35), ucs2(70, 1, 0)],
  ['36 emoji, of which none is split', '😀'.repeat(36), ucs2(72, 2, 61)],
  ['an emoji at the boundary', `${'ł'.repeat(66)}😀${'ł'.repeat(5)}`, ucs2(73, 2, 60)],
  ['a letter and a curly quote', 'a’', ucs2(2, 1, 68)],
])('%s in UCS-2', (_what, text, expected) => {
  expect(countSegments(text)).toEqual(expected)
})

test('an emoji more than doubles the segments of a text', () => {
  const text = 'a'.repeat(159)
  expect(countSegments(text).segments).toBe(1)
  expect(countSegments(`${text}👍`).segments).toBe(3)
})

test('characters of the GSM 03.38 alphabet take one septet each', () => {
  const alphabet =
    '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà'
  expect([...alphabet]).toHaveLength(127)
  expect(countSegments(alphabet)).toEqual(gsm(127, 1, 33))
})

test.each(['ç', 'á', 'í', 'ú', '`', '’', '“', '–', '…', '\t', '\u00a0', '\u200b'])(
  '%j is not in the GSM alphabet',
  (character) => {
    expect(countSegments(character).encoding).toBe('UCS-2')
  },
)
