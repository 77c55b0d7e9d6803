import { Worker } from 'node:worker_threads'
import type { ParsedCalendar, ParseOptions } from './parse-calendar-file.ts'

/** Time limit: the library searches forever for the next time of a rule that never matches. */
const TIME_MAX_MS = 10_000
/** Memory limit, for a file of 5 MB as parsed by the library. */
const MEMORY_MAX_MB = 256

/** Parses a file in a worker thread, so that it does not block requests, with limits on time and memory. */
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
