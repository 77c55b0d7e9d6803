import { runStep, type Step, type StepResult, summarize } from './run-steps.ts'

/** Checks that need no running product. */
const STEPS: Step[] = [
  { name: 'lock file', command: 'npm', args: ['ci', '--dry-run', '--ignore-scripts', '--loglevel=error'] },
  { name: 'format and lint', command: 'biome', args: ['ci', '--error-on-warnings', '.'] },
  { name: 'types of server, sandbox, contract and tools', command: 'tsc', args: ['-p', 'tsconfig.json'] },
  { name: 'types of the web app', command: 'tsc', args: ['-p', 'apps/web/tsconfig.json'] },
  { name: 'dead code and dependencies', command: 'knip', args: [] },
  { name: 'import rules', command: 'node', args: ['scripts/check-imports.ts'] },
  { name: 'type assertions and suppressions', command: 'node', args: ['scripts/check-casts.ts'] },
  { name: 'modules list their parts', command: 'node', args: ['scripts/check-modules.ts'] },
  { name: 'texts are extracted', command: 'node', args: ['scripts/check-messages.ts'] },
  { name: 'size of the first load', command: 'node', args: ['scripts/check-first-load.ts'] },
  {
    name: 'migrations from empty, and the row types made from them',
    command: 'node',
    args: ['scripts/generate-database-types.ts', '--verify'],
  },
]

export async function check(): Promise<StepResult[]> {
  const results: StepResult[] = []
  for (const step of STEPS) results.push(await runStep(step))
  return results
}

if (import.meta.main) {
  const results = await check()
  summarize(results)
  process.exit(results.every((result) => result.isOk) ? 0 : 1)
}
