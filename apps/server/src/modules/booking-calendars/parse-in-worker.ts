import { Worker } from 'node:worker_threads'
import type { ParsedCalendar, ParseOptions } from './parse-calendar-file.ts'

/** A rule that never comes true keeps the library looking for its next time forever. */
const TIME_MAX_MS = 10_000
/** For a file of 5 MB and what the library makes of it. */
const MEMORY_MAX_MB = 256

/** Parses a file in a thread of its own, so that requests do not wait for it. What takes too long or too much memory is refused. */
export async function parseInWorker(
  text: string,
  options: ParseOptions,
  { timeMaxMs = TIME_MAX_MS, memoryMaxMb = MEMORY_MAX_MB }: { timeMaxMs?: number; memoryMaxMb?: number } = {},
): Promise<ParsedCalendar> {
  const worker = new Worker(new URL('./parse-calendar-file.worker.ts', import.meta.url), {
    workerData: { text, options },
    resourceLimits: { maxOldGenerationSizeMb: memoryMaxMb },
  })
  const { promise, resolve, reject } = Promise.withResolvers<ParsedCalendar>()
  const timer = setTimeout(() => resolve({ error: 'too-large' }), timeMaxMs)
  worker.once('message', resolve)
  worker.once('error', (error: NodeJS.ErrnoException) =>
    error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? resolve({ error: 'too-large' }) : reject(error),
  )
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    await worker.terminate()
  }
}
