import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { check } from './check.ts'
import { runStep, type StepResult, summarize } from './run-steps.ts'

// Runs all checks and tests, as CI does. The last line sums up all runners: N passed, N failed.

const SUITES = ['scripts', 'packages/contract', 'apps/sandbox', 'apps/server', 'apps/web', 'e2e']

interface Counts {
  passed: number
  failed: number
  skipped: number
}

const reports = await mkdtemp(path.join(tmpdir(), 'frontdesk-reports-'))
const results: StepResult[] = []
const total: Counts = { passed: 0, failed: 0, skipped: 0 }

for (const result of await check()) {
  results.push(result)
  total[result.isOk ? 'passed' : 'failed'] += 1
}

const build = await runStep({ name: 'build of the web app', command: 'node', args: ['scripts/build-web.ts'] })
results.push(build)
total[build.isOk ? 'passed' : 'failed'] += 1

for (const suite of SUITES) {
  const report = path.join(reports, `${suite.replaceAll('/', '-')}.json`)
  const result = await runStep({
    name: `tests of ${suite}`,
    command: 'vitest',
    args: ['run', '--root', suite, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
  })
  const counts = await readCounts(report)
  // A runner that exits with an error, or that ran no test, counts as failed.
  if (counts.failed === 0 && (!result.isOk || counts.passed === 0)) counts.failed = 1
  results.push({ ...result, isOk: counts.failed === 0 })
  for (const key of ['passed', 'failed', 'skipped'] as const) total[key] += counts[key]
}
await rm(reports, { recursive: true, force: true })

summarize(results)
console.log(`\n${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ''}`)
process.exit(total.failed === 0 && total.passed > 0 ? 0 : 1)

async function readCounts(file: string): Promise<Counts> {
  const text = await readFile(file, 'utf8').catch(() => null)
  if (!text) return { passed: 0, failed: 0, skipped: 0 }
  const report = JSON.parse(text) as { numPassedTests: number; numFailedTests: number; numPendingTests: number }
  return { passed: report.numPassedTests, failed: report.numFailedTests, skipped: report.numPendingTests }
}
