import { type ChildProcess, spawn } from 'node:child_process'
import path from 'node:path'

const BENCH = path.resolve(import.meta.dirname, '..')

/** As `npm start` has them: room for young objects, so that an answer is not collected in the middle of being made. */
const FLAGS = ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=64']

/** Starts a part of a benchmark as its own process and waits for the line `ready …`, whose rest it returns. */
export async function startChild(
  file: string,
  argument: unknown,
): Promise<{ line: string; child: ChildProcess; stop: () => Promise<void> }> {
  const child = spawn(process.execPath, [...FLAGS, path.join(BENCH, file), JSON.stringify(argument)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const line = await new Promise<string>((resolve, reject) => {
    let said = ''
    child.stdout?.on('data', (chunk) => {
      said += chunk
      const ready = /^ready ?(.*)$/m.exec(said)
      if (ready) resolve(ready[1] ?? '')
    })
    child.once('exit', (code) => reject(new Error(`${file} ended with ${code} before it was ready:\n${said}`)))
  })
  return {
    line,
    child,
    stop: () =>
      new Promise((resolve) => {
        child.once('exit', () => resolve())
        child.kill('SIGTERM')
      }),
  }
}

/** Runs a part of a benchmark as its own process and returns the JSON it prints last. */
export async function runChild<Result>(file: string, argument: unknown): Promise<Result> {
  const child = spawn(process.execPath, [...FLAGS, path.join(BENCH, file), JSON.stringify(argument)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  child.stdout.on('data', (chunk) => {
    said += chunk
  })
  const code = await new Promise((resolve) => child.once('exit', resolve))
  const last = said.trim().split('\n').at(-1) ?? ''
  if (code !== 0 || !last.startsWith('{')) throw new Error(`${file} ended with ${code}:\n${said}`)
  return JSON.parse(last)
}
