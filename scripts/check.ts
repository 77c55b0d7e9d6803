import { runChains, type Step, type StepResult, summarize } from './run-steps.ts'

/** By default tsc runs several, each of which checks shared types again: that doubles the processor time. */
const ONE_CHECKER = ['--checkers', '1']

/** Checks that need no running product, the longest first. The steps of a chain run one after the other. */
const CHAINS: Step[][] = [
  [
    // Writes the catalogs that the build reads.
    { name: 'texts are extracted', command: 'node', args: ['scripts/check-messages.ts'] },
    { name: 'size of the first load', command: 'node', args: ['scripts/check-first-load.ts'] },
  ],
  [{ name: 'import rules', command: 'node', args: ['scripts/check-imports.ts'] }],
  [
    {
      name: 'types of server, sandbox, contract and tools',
      command: 'tsc',
      args: ['-p', 'tsconfig.json', ...ONE_CHECKER],
    },
  ],
  [{ name: 'types of the web app', command: 'tsc', args: ['-p', 'apps/web/tsconfig.json', ...ONE_CHECKER] }],
  [{ name: 'dead code and dependencies', command: 'knip', args: [] }],
  [
    {
      name: 'migrations from empty, and the row types made from them',
      command: 'node',
      args: ['scripts/generate-database-types.ts', '--verify'],
    },
  ],
  [{ name: 'format and lint', command: 'biome', args: ['ci', '--error-on-warnings', '.'] }],
  [{ name: 'lock file', command: 'npm', args: ['ci', '--dry-run', '--ignore-scripts', '--loglevel=error'] }],
  [{ name: 'modules list their parts', command: 'node', args: ['scripts/check-modules.ts'] }],
  [{ name: 'routes and jobs open transactions', command: 'node', args: ['scripts/check-transactions.ts'] }],
  [{ name: 'type assertions and suppressions', command: 'node', args: ['scripts/check-casts.ts'] }],
]

/** As many as CI has processors. */
const AT_ONCE = 2

/** Runs the checks, and `others` at the same time. Returns the results of the checks, then those of the others. */
export const check = (others: readonly Step[] = []): Promise<StepResult[]> =>
  runChains([...CHAINS, ...others.map((step) => [step])], AT_ONCE)

if (import.meta.main) {
  const results = await check()
  summarize(results)
  process.exit(results.every((result) => result.isOk) ? 0 : 1)
}
