import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { check } from './check.ts'
import { ROOT, runStep, type StepResult, summarize } from './run-steps.ts'

// Runs all checks and tests, as CI does. The last line sums up all runners: N passed, N failed.

const SUITES = ['scripts', 'packages/contract', 'apps/sandbox', 'apps/server', 'apps/web', 'e2e']

interface Counts {
  passed: number
  failed: number
  skipped: number
}

/** The parts of the JSON report of vitest that are read. */
interface Report {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[]
  }[]
}

interface Outcome {
  counts: Counts
  /** For each failed test its file, full name and messages. */
  failures: string[]
}

const reports = await mkdtemp(path.join(tmpdir(), 'frontdesk-reports-'))
const results: StepResult[] = []
const total: Counts = { passed: 0, failed: 0, skipped: 0 }
const failures: string[] = []

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
  const { counts, ...outcome } = await readReport(report)
  failures.push(...outcome.failures)
  // A runner that exits with an error, or that ran no test, counts as failed.
  if (counts.failed === 0 && (!result.isOk || counts.passed === 0)) {
    counts.failed = 1
    failures.push(`${suite}: the runner failed outside of the tests; see its output above`)
  }
  results.push({ ...result, isOk: counts.failed === 0 })
  for (const key of ['passed', 'failed', 'skipped'] as const) total[key] += counts[key]
}
await rm(reports, { recursive: true, force: true })

summarize(results)
for (const failure of failures) console.log(`\n✗ ${failure}`)
console.log(`\n${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ''}`)
process.exit(total.failed === 0 && total.passed > 0 ? 0 : 1)

async function readReport(file: string): Promise<Outcome> {
  const text = await readFile(file, 'utf8').catch(() => null)
  if (!text) return { counts: { passed: 0, failed: 0, skipped: 0 }, failures: [] }
  const report = JSON.parse(text) as Report
  const files = report.testResults.filter((result) => result.status === 'failed')
  return {
    counts: { passed: report.numPassedTests, failed: report.numFailedTests, skipped: report.numPendingTests },
    failures: files.flatMap((result) => {
      const name = path.relative(ROOT, result.name)
      const tests = result.assertionResults.filter((test) => test.status === 'failed')
      if (tests.length === 0) return [`${name}\n${result.message}`]
      return tests.map((test) => `${name} › ${test.fullName}\n${test.failureMessages.join('\n')}`)
    }),
  }
}
