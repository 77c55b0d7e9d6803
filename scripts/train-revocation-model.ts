import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { matchPatterns } from '../apps/server/src/modules/messaging/revocation.ts'
import { featuresOf, MODEL_SIZE, WEIGHT_STEP } from '../apps/server/src/modules/messaging/revocation-model.ts'

// node scripts/train-revocation-model.ts [dialogues.jsonl]: trains the model of texts that ask for no more texts, and
// writes its weights. The dialogues are ordinary texts of customers, one conversation a line: { "turns": [["customer",
// "…"], …] }.

const EPOCHS = 15
const RATE = 0.3
const DECAY = 2e-4
/** A missed request weighs more than a needless review. */
const REFUSAL_WEIGHT = 1.5

const folder = path.resolve(import.meta.dirname, '../apps/server/src/modules/messaging')
const [dialogues] = process.argv.slice(2)

interface Sample {
  isRefusal: boolean
  features: readonly number[]
}

function toSamples(text: string, isRefusal: boolean): Sample[] {
  const match = matchPatterns(text)
  return match === null ? [] : [{ isRefusal, features: [...featuresOf(match.written, match.signals)] }]
}

/** Held-out samples, on which revocation.test.ts measures. */
const isHeldOut = (source: string) => source === 'blind-2' || source.startsWith('repos-2:')

/** All labelled texts except the held-out ones. */
const labelled = ['revocations.tsv', 'revocation-training.tsv'].flatMap((file) =>
  readFileSync(path.join(folder, file), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split('\t'))
    .filter((columns) => columns.length < 3 || !isHeldOut(columns[1] ?? ''))
    .flatMap((columns) => toSamples(columns.at(-1) ?? '', columns[0] === 'revocation')),
)

/** Every second text of a customer; the others are for measuring. */
const ordinary =
  dialogues === undefined
    ? []
    : readFileSync(dialogues, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .flatMap((line) => (JSON.parse(line) as { turns: [string, string][] }).turns)
        .filter(([speaker]) => speaker === 'customer')
        .filter((_, index) => index % 2 === 0)
        .flatMap(([, text]) => toSamples(text, false))

/** Park–Miller, so that training twice gives the same weights. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}

/** Logistic regression by AdaGrad. */
function train(samples: readonly Sample[]): Float64Array {
  const weights = new Float64Array(MODEL_SIZE + 1)
  const squares = new Float64Array(MODEL_SIZE + 1).fill(1e-8)
  const update = (index: number, gradient: number) => {
    squares[index] = (squares[index] ?? 0) + gradient * gradient
    weights[index] = (weights[index] ?? 0) - (RATE * gradient) / Math.sqrt(squares[index] ?? 1)
  }
  const random = createRandom(1)
  for (let epoch = 0; epoch < EPOCHS; epoch++) {
    const shuffled = samples
      .map((sample) => ({ sample, at: random() }))
      .toSorted((a, b) => a.at - b.at)
      .map(({ sample }) => sample)
    for (const { isRefusal, features } of shuffled) {
      const norm = 1 / Math.sqrt(features.length)
      const sum = features.reduce((total, index) => total + (weights[index] ?? 0), 0)
      const logit = sum * norm + (weights[MODEL_SIZE] ?? 0)
      const error = (1 / (1 + Math.exp(-logit)) - (isRefusal ? 1 : 0)) * (isRefusal ? REFUSAL_WEIGHT : 1)
      for (const index of features) update(index, error * norm + DECAY * (weights[index] ?? 0))
      update(MODEL_SIZE, error)
    }
  }
  return weights
}

const weights = Int8Array.from(train([...labelled, ...ordinary]), (weight) =>
  Math.max(-127, Math.min(127, Math.round(weight / WEIGHT_STEP))),
)
writeFileSync(path.join(folder, 'revocation-model.bin'), weights)
console.log(`Trained with ${labelled.length} labelled and ${ordinary.length} ordinary texts.`)
