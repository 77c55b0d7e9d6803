export interface BenchOptions {
  /** A short form, for a first impression. */
  isQuick: boolean
  /** The sizes of the specification where the usual ones are smaller. */
  isWhole: boolean
}

export interface Figure {
  bench: string
  case: string
  value: number
  unit: string
  /** What was measured beside it in the same run, in the same unit; null where the goal is absolute. */
  baseline: number | null
  /** The better way round: for rates value/baseline, for times value/baseline as well. */
  ratio: number | null
  goal: string
  ok: boolean
}

const round = (value: number) => Math.round(value * 100) / 100

/** One JSON line on standard output. */
export function report(figure: Omit<Figure, 'ratio'>): Figure {
  const ratio = figure.baseline === null ? null : round(figure.value / figure.baseline)
  const line: Figure = {
    ...figure,
    value: round(figure.value),
    baseline: figure.baseline === null ? null : round(figure.baseline),
    ratio,
  }
  console.log(
    JSON.stringify({
      bench: line.bench,
      case: line.case,
      value: line.value,
      unit: line.unit,
      baseline: line.baseline,
      ratio,
      goal: line.goal,
      ok: line.ok,
    }),
  )
  return line
}

export const median = (values: number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN

export const p95 = (values: readonly number[]): number =>
  quantile(
    values.toSorted((a, b) => a - b),
    0.95,
  )

export const quantile = (sorted: number[], fraction: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * fraction))] ?? Number.NaN
