import { type ChildProcess, spawn } from 'node:child_process'
import path from 'node:path'

const BENCH = path.resolve(import.meta.dirname, '..')

/**
 * Node flags of `npm start`. The larger semi-space avoids garbage collections in the middle of a request; old objects
 * are collected once they have grown by 40 %, not by 300 %, so that long exports need little memory.
 */
const FLAGS = ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=64', '--heap-growing-percent=40']

/** Spawns a part of a benchmark, waits for its line `ready …` and returns the rest of that line. */
export async function startChild(
  file: string,
  argument: unknown,
): Promise<{ line: string; child: ChildProcess; stop: () => Promise<void> }> {
  const child = spawn(process.execPath, [...FLAGS, path.join(BENCH, file), JSON.stringify(argument)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const line = await new Promise<string>((resolve, reject) => {
    let output = ''
    child.stdout?.on('data', (chunk) => {
      output += chunk
      const ready = /^ready ?(.*)$/m.exec(output)
      if (ready) resolve(ready[1] ?? '')
    })
    child.once('exit', (code) => reject(new Error(`${file} exited with ${code} before it was ready:\n${output}`)))
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

/** Spawns a part of a benchmark and returns the JSON of its last output line. */
export async function runChild<Result>(file: string, argument: unknown): Promise<Result> {
  const child = spawn(process.execPath, [...FLAGS, path.join(BENCH, file), JSON.stringify(argument)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.on('data', (chunk) => {
    output += chunk
  })
  const code = await new Promise((resolve) => child.once('exit', resolve))
  const last = output.trim().split('\n').at(-1) ?? ''
  if (code !== 0 || !last.startsWith('{')) throw new Error(`${file} exited with ${code}:\n${output}`)
  return JSON.parse(last)
}
