import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { check } from './check.ts'
import { ROOT, runStep, type Step, type StepResult, summarize } from './run-steps.ts'

// Runs all checks and tests, as CI does. The last line sums up all runners: N passed, N failed.

/** Small suites, on one processor each: they run beside the checks. */
const SMALL_SUITES = ['apps/sandbox', 'scripts', 'packages/contract']
const SUITES = ['apps/server', 'apps/web', 'e2e']

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

const checked = await check(SMALL_SUITES.map(stepOf))
for (const result of checked.slice(0, -SMALL_SUITES.length)) {
  results.push(result)
  total[result.isOk ? 'passed' : 'failed'] += 1
}
for (const [index, result] of checked.slice(-SMALL_SUITES.length).entries())
  await count(SMALL_SUITES[index] ?? '', result)

const build = await runStep({ name: 'build of the web app', command: 'node', args: ['scripts/build-web.ts'] })
results.push(build)
total[build.isOk ? 'passed' : 'failed'] += 1

for (const suite of SUITES) await count(suite, await runStep(stepOf(suite)))
await rm(reports, { recursive: true, force: true })

summarize(results)
for (const failure of failures) console.log(`\n✗ ${failure}`)
console.log(`\n${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ''}`)
process.exit(total.failed === 0 && total.passed > 0 ? 0 : 1)

function stepOf(suite: string): Step {
  return {
    name: `tests of ${suite}`,
    command: 'vitest',
    args: ['run', '--root', suite, '--reporter=default', '--reporter=json', `--outputFile.json=${reportOf(suite)}`],
  }
}

function reportOf(suite: string): string {
  return path.join(reports, `${suite.replaceAll('/', '-')}.json`)
}

/** Adds the tests of a suite to the total. A runner that exits with an error, or that ran no test, counts as failed. */
async function count(suite: string, result: StepResult): Promise<void> {
  const { counts, ...outcome } = await readReport(reportOf(suite))
  failures.push(...outcome.failures)
  if (counts.failed === 0 && (!result.isOk || counts.passed === 0)) {
    counts.failed = 1
    failures.push(`${suite}: the runner failed outside of the tests; see its output above`)
  }
  results.push({ ...result, isOk: counts.failed === 0 })
  for (const key of ['passed', 'failed', 'skipped'] as const) total[key] += counts[key]
}

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
