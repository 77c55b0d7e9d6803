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

/** Runs a tool of the project with inherited output. */
export async function runStep({ name, command, args, cwd = ROOT }: Step): Promise<StepResult> {
  console.log(`\n── ${name}`)
  const started = performance.now()
  const isOk = await new Promise<boolean>((resolve) => {
    const child = spawn(command, args, {
      cwd,
      stdio: 'inherit',
      env: { ...process.env, PATH: `${BIN}${path.delimiter}${process.env.PATH}` },
    })
    child.once('error', () => resolve(false))
    child.once('exit', (code) => resolve(code === 0))
  })
  return { name, isOk, seconds: Math.round((performance.now() - started) / 100) / 10 }
}

export function summarize(results: StepResult[]): void {
  console.log('')
  for (const { name, isOk, seconds } of results) console.log(`${isOk ? '✓' : '✗'} ${name} (${seconds} s)`)
}
