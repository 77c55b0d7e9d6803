import { type ChildProcess, spawn } from 'node:child_process'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/** Compiled code that V8 reuses, so that a restart doesn't parse every module again. */
const COMPILE_CACHE = path.resolve(import.meta.dirname, '../node_modules/.cache/node-compile-cache')
const RESTART_AFTER_MS = 250
const RESTART_AFTER_MAX_MS = 15_000
/** A server that exits sooner than this after it was ready counts as another failure in a row: the backoff grows. */
const STEADY_MS = 2_000
/** Gives up after this many failures in a row, about two minutes: someone has to look at it. */
const FAILURES_MAX = 12
/** The limit for a server that has never been ready. */
const FAILED_STARTS_MAX = 3

/**
 * Keeps a server running: restarts it when it exits unexpectedly, forwards signals, and exits with its exit code. A
 * first start that fails with an explanation (port in use, invalid setting) is not retried.
 */
export async function supervise(command: readonly string[]): Promise<never> {
  const stopping = new AbortController()
  let child: ChildProcess | null = null
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
    process.on(signal, () => {
      stopping.abort()
      child?.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal)
    })

  let hasBeenReady = false
  for (let failures = 0; ; ) {
    const run = startServer(command)
    child = run.child
    const { code, signal, readyAt, isRefused } = await run.ended
    child = null
    const exitCode = code ?? 1
    if (stopping.signal.aborted || code === 0) process.exit(exitCode)
    if (isRefused && !hasBeenReady) process.exit(exitCode)
    hasBeenReady ||= readyAt !== null
    failures = readyAt !== null && performance.now() - readyAt > STEADY_MS ? 1 : failures + 1
    const reason = signal ?? `exit code ${exitCode}`
    if (failures >= (hasBeenReady ? FAILURES_MAX : FAILED_STARTS_MAX)) {
      write(`The server exited ${failures} times in a row, last with ${reason}. Giving up; see the log above.`)
      process.exit(exitCode)
    }
    const wait = Math.min(RESTART_AFTER_MS * 2 ** (failures - 1), RESTART_AFTER_MAX_MS)
    write(`The server exited with ${reason}. Restarting in ${wait / 1000} s.`)
    await pause(wait, undefined, { signal: stopping.signal }).catch(() => process.exit(0))
  }
}

interface Ended {
  code: number | null
  signal: NodeJS.Signals | null
  /** When it reported that it was ready; null if it never did. */
  readyAt: number | null
  /** It explained why it cannot start. */
  isRefused: boolean
}

function startServer(command: readonly string[]): { child: ChildProcess; ended: Promise<Ended> } {
  const child = spawn(process.execPath, [...process.execArgv, ...command], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { NODE_COMPILE_CACHE: COMPILE_CACHE, ...process.env },
  })
  let readyAt: number | null = null
  let isRefused = false
  child.on('message', (message) => {
    if (message === 'ready') readyAt = performance.now()
    isRefused ||= message === 'refused'
  })
  return {
    child,
    ended: new Promise((resolve) => {
      child.once('close', (code, signal) => resolve({ code, signal, readyAt, isRefused }))
    }),
  }
}

const write = (line: string) => void process.stderr.write(`\n${line}\n\n`)
