import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../testing/property-runs.ts'
import { parseKeyword } from './keywords.ts'
import { findRevocation } from './revocation.ts'

const read = (text: string) =>
  parseKeyword(text, undefined, false).keyword === 'stop' ? 'opt-out' : findRevocation(text)

const WORDS =
  'STOP STOPALL UNSUBSCRIBE REVOKE OPTOUT CANCEL END QUIT REMOVE UNSUB ALTO BAJA PARAR BASTA CANCELAR ARRET ARRÊT DÉSABONNER'
const word = fc.constantFrom(...WORDS.split(' '), 'OPT OUT', 'STOP ALL', 'OPT-OUT')

/** Each letter in upper or lower case. */
const inAnyCase = (text: string) =>
  fc
    .infiniteStream(fc.boolean())
    .map((flips) =>
      [...text].map((letter) => (flips.next().value ? letter.toUpperCase() : letter.toLowerCase())).join(''),
    )

const INVISIBLE = ['\u200b', '\u200c', '\u200d', '\u2060', '\ufeff', '\u00ad', '\u200e']
/** Invisible characters between the letters. */
const withInvisible = (text: string) =>
  fc
    .array(fc.tuple(fc.nat({ max: text.length }), fc.constantFrom(...INVISIBLE)), { maxLength: 3 })
    .map((inserted) =>
      inserted
        .toSorted(([a], [b]) => b - a)
        .reduce((result, [position, mark]) => result.slice(0, position) + mark + result.slice(position), text),
    )

/** Characters that people put around a word. A leading ">" quotes us. */
const punctuation = fc
  .array(fc.constantFrom('.', '!', '?', '"', '“', '”', "'", '*', '-', '_', '…', ' ', '\n', '🛑', '🙏', '😡'), {
    maxLength: 6,
  })
  .map((marks) => marks.join(''))

const written = (text: fc.Arbitrary<string>) => text.chain(inAnyCase).chain(withInvisible)

test('an opt-out word alone opts out in any case, with any punctuation and invisible characters', () => {
  fc.assert(
    fc.property(punctuation, written(word), punctuation, (before, text, after) => {
      expect(read(before + text + after)).toBe('opt-out')
    }),
    runs(3000),
  )
})

test('an opt-out word opts out however often it or its last letter is repeated', () => {
  const single = fc.constantFrom(...WORDS.split(' '))
  const separator = fc.constantFrom(' ', '  ', '!', '. ', ', ', '\n', '!!! ')
  const repeated = fc.oneof(
    fc
      .tuple(single, separator, fc.integer({ min: 2, max: 4 }))
      .map(([text, between, n]) => Array(n).fill(text).join(between)),
    fc.tuple(single, fc.integer({ min: 1, max: 5 })).map(([text, n]) => text + (text.at(-1) ?? '').repeat(n)),
  )
  fc.assert(
    fc.property(written(repeated), punctuation, (text, after) => {
      expect(read(text + after)).toBe('opt-out')
    }),
    runs(3000),
  )
})

/** Texts of the collection that say nothing about consent, and more of the kind. */
const OTHERS = readFileSync(new URL('./revocations.tsv', import.meta.url), 'utf8')
  .split('\n')
  .flatMap((line) => (line.startsWith('other\t') ? (line.split('\t')[2] ?? '') : []))
const lookAlike = fc.oneof(
  fc.constantFrom(...OTHERS),
  fc
    .tuple(
      fc.constantFrom(
        'Can I stop by at',
        'I will stop by the shop at',
        'Please cancel my appointment at',
        'Is the end of the sale at',
        'Can you remove my stitches at',
        'Does the bus stop at',
        'I quit my job, can we meet at',
        'Please don’t stop the music before',
      ),
      fc.integer({ min: 1, max: 12 }),
      fc.constantFrom('', ' pm', ':30', ' tomorrow'),
    )
    .map(([start, hour, rest]) => `${start} ${hour}${rest}`),
)
const doubledSpaces = (text: string) =>
  fc.infiniteStream(fc.boolean()).map((flips) => text.replace(/ /g, () => (flips.next().value ? '  ' : ' ')))

test('texts that only look like an opt-out never opt out, however they are written', () => {
  const end = fc.constantFrom('', '!', '?', '…', ' 🙏', '\n')
  fc.assert(
    fc.property(lookAlike.chain(doubledSpaces).chain(inAnyCase).chain(withInvisible), end, (text, after) => {
      expect(read(text + after)).not.toBe('opt-out')
    }),
    runs(3000),
  )
})
