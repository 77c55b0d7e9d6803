import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync } from '@swc/core'
import { ROOT } from './run-steps.ts'

// Counts where production code overrules the type checker, and fails above a limit. Prints the counts by area, and with
// `--files` those of each file. Parsed with SWC, because TypeScript 7 has no API for its syntax tree.

/** Most assertions per 1,000 lines of all areas together. */
const MAX_ASSERTIONS = 1
/** Most suppressed lint rules and type errors per 1,000 lines. */
const MAX_SUPPRESSIONS = 0.5

const AREAS = [
  'apps/server/src/app',
  'apps/server/src/demo',
  'apps/server/src/modules',
  'apps/server/src/platform',
  'apps/server/src/providers',
  'apps/sandbox/src',
  'apps/web/src',
  'packages/contract/src',
  'scripts',
]

const NOT_PRODUCTION = /\.(test|gen|d)\.tsx?$|\/testing\//
const ASSERTIONS = new Set(['TsAsExpression', 'TsTypeAssertion', 'TsNonNullExpression'])
const SUPPRESSION = /(?:\/\/|\/\*|\{\/\*) *(?:biome-ignore|eslint-disable|@ts-(?:ignore|expect-error|nocheck))/g

/** Counts `as X` (not `as const`), `<X>value`, `value!` and `any`. */
export function countAssertions(source: string, isTsx: boolean): number {
  let count = 0
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    if ('type' in node && typeof node.type === 'string') {
      const isAny = node.type === 'TsKeywordType' && 'kind' in node && node.kind === 'any'
      if (isAny || ASSERTIONS.has(node.type)) count += 1
    }
    for (const child of Object.values(node)) visit(child)
  }
  visit(parseSync(source, { syntax: 'typescript', tsx: isTsx }).body)
  return count
}

export const countSuppressions = (source: string): number => source.match(SUPPRESSION)?.length ?? 0

const listSources = (): string[] =>
  execFileSync('git', ['ls-files', '*.ts', '*.tsx'], { cwd: ROOT, encoding: 'utf8' })
    .split('\n')
    .filter((file) => file !== '' && !NOT_PRODUCTION.test(file))

function countFile(file: string) {
  const source = readFileSync(path.join(ROOT, file), 'utf8')
  return {
    file,
    lines: source.split('\n').length - 1,
    assertions: countAssertions(source, file.endsWith('x')),
    suppressions: countSuppressions(source),
  }
}

type Counts = Omit<ReturnType<typeof countFile>, 'file'>

const sum = (all: Counts[]): Counts =>
  all.reduce((total, counts) => ({
    lines: total.lines + counts.lines,
    assertions: total.assertions + counts.assertions,
    suppressions: total.suppressions + counts.suppressions,
  }))

const perThousand = (count: number, { lines }: Counts) => Number(((count / lines) * 1000).toFixed(2))
const toRow = (counts: Counts) => ({
  ...counts,
  'assertions/1k': perThousand(counts.assertions, counts),
  'suppressions/1k': perThousand(counts.suppressions, counts),
})

if (import.meta.main) {
  const files = listSources().map(countFile)
  const areas = AREAS.map((area) => [area, files.filter(({ file }) => file.startsWith(`${area}/`))] as const)
  const total = sum(areas.flatMap(([, counted]) => counted))
  console.table({
    ...Object.fromEntries(areas.map(([area, counted]) => [area, toRow(sum(counted))])),
    total: toRow(total),
  })
  const isWithin =
    perThousand(total.assertions, total) <= MAX_ASSERTIONS && perThousand(total.suppressions, total) <= MAX_SUPPRESSIONS
  if (!isWithin || process.argv.includes('--files')) {
    for (const { file, assertions, suppressions } of files)
      if (assertions + suppressions > 0) console.log(`${file}: ${assertions} assertions, ${suppressions} suppressions`)
  }
  if (!isWithin)
    console.error(`At most ${MAX_ASSERTIONS} assertions and ${MAX_SUPPRESSIONS} suppressions per 1,000 lines.`)
  process.exit(isWithin ? 0 : 1)
}
