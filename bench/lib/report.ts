export interface BenchOptions {
  /** Short run with small sizes. */
  isQuick: boolean
  /** Full sizes: up to a million conversations and 100 other tenants. */
  isWhole: boolean
  /** Another size than those, where the benchmark has one. */
  size?: number
}

export interface Figure {
  bench: string
  case: string
  value: number
  unit: string
  /** Baseline value of the same run in the same unit; null for an absolute goal. */
  baseline: number | null
  /** value / baseline. */
  ratio: number | null
  goal: string
  ok: boolean
}

const round = (value: number) => Math.round(value * 100) / 100

/** Prints the figure as a JSON line. */
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
