import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { createServer } from 'node:net'
import path from 'node:path'

export const MAIN = path.resolve(import.meta.dirname, '../main.ts')

export interface StartedProcess {
  url: string
  /** What it said so far. */
  said: () => string
  milliseconds: number
  kill: (signal: NodeJS.Signals) => Promise<number | null>
  /** Resolves with the exit code. */
  ended: Promise<number | null>
}

export interface ProcessOptions {
  dataDir: string
  port: number
  env?: Record<string, string>
  spawn?: SpawnOptions
}

const PATIENCE_MS = 60_000

const launch = ({ dataDir, port, env, spawn: options }: ProcessOptions) => {
  const child = spawn(process.execPath, [MAIN], {
    stdio: ['ignore', 'pipe', 'pipe'],
    cwd: '/',
    ...options,
    env: { PATH: process.env.PATH, HOME: '/tmp', PORT: String(port), DATA_DIR: dataDir, ...env },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (said += chunk))
  const ended = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)))
  return { child, said: () => said, ended }
}

/** Starts the server as `npm start` does, and waits until it says that it is ready. */
export async function startProcess(options: ProcessOptions): Promise<StartedProcess> {
  const begun = performance.now()
  const { child, said, ended } = launch(options)
  await until(child, ended, said, () => said().includes('Frontdesk is ready'))
  return {
    url: /Frontdesk is ready: {2}(\S+)/.exec(said())?.[1] ?? '',
    said,
    milliseconds: performance.now() - begun,
    ended,
    kill: async (signal) => {
      child.kill(signal)
      return ended
    },
  }
}

/** A start that is expected to end by itself. */
export async function runProcess(options: ProcessOptions): Promise<{ code: number | null; said: string }> {
  const { child, said, ended } = launch(options)
  const timer = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS)
  const code = await ended
  clearTimeout(timer)
  return { code, said: said() }
}

function until(
  child: ChildProcess,
  ended: Promise<unknown>,
  said: () => string,
  isThere: () => boolean,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      child.kill('SIGKILL')
      reject(new Error(`It is still not ready:\n${said()}`))
    }, PATIENCE_MS)
    child.stdout?.on('data', () => {
      if (!isThere()) return
      clearTimeout(timer)
      resolve()
    })
    void ended.then(() => {
      clearTimeout(timer)
      reject(new Error(`It ended before it was ready:\n${said()}`))
    })
  })
}

export const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const probe = createServer()
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
