import { readFileSync } from 'node:fs'

/**
 * A linear model of how people ask for no more texts: logistic regression over what the patterns find, and hashed
 * words, neighbouring words and parts of words. Written by scripts/train-revocation-model.ts.
 */

/** Number of weights; the bias comes after them. */
export const MODEL_SIZE = 1 << 17
/** Weights are stored as multiples of this. */
export const WEIGHT_STEP = 1 / 8

const BASIS = 2_166_136_261
const PRIME = 16_777_619
/** Keep the kinds of features apart: the same letters as a word and as a part of one are different features. */
const KINDS = { word: 1, pair: 2, triple: 3, skip: 4, part: 5, signal: 6 }

/** FNV-1a of a part of a text, continued from another hash. */
function hash(text: string, from = BASIS, start = 0, end = text.length): number {
  let value = from
  for (let index = start; index < end; index++) value = Math.imul(value ^ text.charCodeAt(index), PRIME)
  return value
}

const combine = (one: number, other: number): number => Math.imul(one ^ (other >>> 7) ^ Math.imul(other, 31), PRIME)

const bucketOf = (value: number, kind: number): number => {
  const mixed = Math.imul(value ^ kind, PRIME)
  return ((mixed ^ (mixed >>> 15)) >>> 0) % MODEL_SIZE
}

const normalize = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[’'`]/g, '')
    .replace(/\p{N}+/gu, '0')
    .replace(/[🛑✋🚫]/gu, ' stop ')
    .replace(/\?/g, ' ? ')
    .replace(/[^\p{L}0?]+/gu, ' ')
    .trim()

const [SHORTEST_PART, LONGEST_PART] = [3, 5]

/** The features of a text, as indices of weights. `signals` is what the patterns matched in it. */
export function featuresOf(text: string, signals: ReadonlySet<string>): Set<number> {
  const words = ['^', ...normalize(text).split(' '), '$']
  const hashes = words.map((word) => hash(word))
  const features = new Set<number>()
  for (const signal of signals) features.add(bucketOf(hash(signal), KINDS.signal))
  for (const [index, word] of words.entries()) {
    const [own = 0, next, afterNext] = hashes.slice(index, index + 3)
    features.add(bucketOf(own, KINDS.word))
    if (next === undefined) continue
    const pair = combine(own, next)
    features.add(bucketOf(pair, KINDS.pair))
    if (afterNext !== undefined) {
      features.add(bucketOf(combine(pair, afterNext), KINDS.triple))
      features.add(bucketOf(combine(own, afterNext), KINDS.skip))
    }
    if (word.length > 2) addParts(features, `<${word}>`)
  }
  return features
}

function addParts(features: Set<number>, word: string): void {
  for (let start = 0; start + SHORTEST_PART <= word.length; start++) {
    let value = hash(word, BASIS, start, start + SHORTEST_PART)
    features.add(bucketOf(value, KINDS.part))
    for (let end = start + SHORTEST_PART; end < Math.min(start + LONGEST_PART, word.length); end++) {
      value = hash(word, value, end, end + 1)
      features.add(bucketOf(value, KINDS.part))
    }
  }
}

const weights = new Int8Array(readFileSync(new URL('./revocation-model.bin', import.meta.url)))

/** Log-odds that the text asks for no more texts: above 0 it is more likely than not. */
export function scoreRevocation(text: string, signals: ReadonlySet<string>): number {
  const features = featuresOf(text, signals)
  let sum = 0
  for (const feature of features) sum += weights[feature] ?? 0
  return (sum / Math.sqrt(features.size) + (weights[MODEL_SIZE] ?? 0)) * WEIGHT_STEP
}
