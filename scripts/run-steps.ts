import { spawn } from 'node:child_process'
import path from 'node:path'

export const ROOT = path.resolve(import.meta.dirname, '..')

export interface Step {
  name: string
  command: string
  args: string[]
  cwd?: string
}

export interface StepResult {
  name: string
  isOk: boolean
  seconds: number
}

const BIN = path.join(ROOT, 'node_modules/.bin')

/** Runs a tool of the project and prints its output as it comes. */
export async function runStep(step: Step): Promise<StepResult> {
  console.log(`\n── ${step.name}`)
  return execute(step, 'inherit')
}

/**
 * Runs chains of steps at the same time, the steps of a chain one after the other. Prints the output of a step when it
 * has ended. Returns the results in the order of the steps.
 */
export async function runChains(chains: readonly Step[][], atOnce: number): Promise<StepResult[]> {
  const results: StepResult[][] = chains.map(() => [])
  const waiting = chains.entries()
  const runWaiting = async () => {
    for (const [index, steps] of waiting) for (const step of steps) results[index]?.push(await execute(step, 'pipe'))
  }
  await Promise.all(Array.from({ length: atOnce }, runWaiting))
  return results.flat()
}

async function execute({ name, command, args, cwd = ROOT }: Step, output: 'inherit' | 'pipe'): Promise<StepResult> {
  const started = performance.now()
  const isOk = await new Promise<boolean>((resolve) => {
    const child = spawn(command, args, {
      cwd,
      stdio: ['inherit', output, output],
      env: { ...process.env, PATH: `${BIN}${path.delimiter}${process.env.PATH}` },
    })
    const chunks: Buffer[] = []
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => chunks.push(chunk))
    child.once('error', (error) => {
      console.error(`\n── ${name}\n${error.message}`)
      resolve(false)
    })
    child.once('close', (code) => {
      if (output === 'pipe') process.stdout.write(`\n── ${name}\n${Buffer.concat(chunks)}`)
      resolve(code === 0)
    })
  })
  return { name, isOk, seconds: Math.round((performance.now() - started) / 100) / 10 }
}

export function summarize(results: StepResult[]): void {
  console.log('')
  for (const { name, isOk, seconds } of results) console.log(`${isOk ? '✓' : '✗'} ${name} (${seconds} s)`)
}
