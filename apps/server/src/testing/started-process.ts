import { type ChildProcess, execFileSync, type SpawnOptions, spawn } from 'node:child_process'
import { createServer } from 'node:net'
import path from 'node:path'

export const MAIN = path.resolve(import.meta.dirname, '../main.ts')
/** Compiled code of earlier starts, as with `npm start`; a fifth of a start's time otherwise. */
const COMPILE_CACHE = path.resolve(import.meta.dirname, '../../../../node_modules/.cache/node-compile-cache')

export interface StartedProcess {
  url: string
  /** Output so far. */
  output: () => string
  /** Processor time until the server was ready, in whole seconds, without that of PostgreSQL. */
  cpuSeconds: number
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

const TIMEOUT_MS = 60_000

const launch = ({ dataDir, port, env, spawn: options }: ProcessOptions) => {
  const child = spawn(process.execPath, [MAIN], {
    stdio: ['ignore', 'pipe', 'pipe'],
    cwd: '/',
    ...options,
    env: {
      PATH: process.env.PATH,
      HOME: '/tmp',
      NODE_COMPILE_CACHE: COMPILE_CACHE,
      PORT: String(port),
      DATA_DIR: dataDir,
      ...env,
    },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk))
  const ended = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)))
  return { child, output: () => output, ended }
}

/** Spawns the server and waits until it reports that it is ready. */
export async function startProcess(options: ProcessOptions): Promise<StartedProcess> {
  const { child, output: said, ended } = launch(options)
  await waitUntil(child, ended, said, () => said().includes('Frontdesk is ready'))
  return {
    url: /Frontdesk is ready: {2}(\S+)/.exec(said())?.[1] ?? '',
    output: said,
    cpuSeconds: cpuSecondsOf(child.pid),
    ended,
    kill: async (signal) => {
      child.kill(signal)
      return ended
    },
  }
}

function cpuSecondsOf(pid: number | undefined): number {
  // [hours:]minutes:seconds
  const time = execFileSync('ps', ['-o', 'time=', '-p', String(pid)], { encoding: 'utf8' })
  return time.split(':').reduce((total, part) => total * 60 + Number(part), 0)
}

/** Spawns a server that is expected to exit by itself. */
export async function runUntilExit(options: ProcessOptions): Promise<{ code: number | null; output: string }> {
  const { child, output: said, ended } = launch(options)
  const timer = setTimeout(() => child.kill('SIGKILL'), TIMEOUT_MS)
  const code = await ended
  clearTimeout(timer)
  return { code, output: said() }
}

function waitUntil(
  child: ChildProcess,
  ended: Promise<unknown>,
  said: () => string,
  condition: () => boolean,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      child.kill('SIGKILL')
      reject(new Error(`The server was not ready in time:\n${said()}`))
    }, TIMEOUT_MS)
    child.stdout?.on('data', () => {
      if (!condition()) return
      clearTimeout(timer)
      resolve()
    })
    void ended.then(() => {
      clearTimeout(timer)
      reject(new Error(`The server exited before it was ready:\n${said()}`))
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
