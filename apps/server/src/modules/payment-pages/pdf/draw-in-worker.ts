import { Worker } from 'node:worker_threads'
import type { DrawnPdf, PrintedDocument } from './draw-pdf.ts'

interface Answer {
  id: number
  drawn?: DrawnPdf
  error?: string
}

/** Enough for the fonts and the largest document. */
const MEMORY_MAX_MB = 256

let worker: Worker | undefined
let lastId = 0
const waiting = new Map<number, { resolve: (drawn: DrawnPdf) => void; reject: (error: Error) => void }>()

function start(): Worker {
  const started = new Worker(new URL('./draw-pdf.worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MAX_MB },
  })
  started.on('message', ({ id, drawn, error }: Answer) => {
    const request = waiting.get(id)
    waiting.delete(id)
    if (drawn) request?.resolve(drawn)
    else request?.reject(new Error(`A document was not drawn: ${error}`))
  })
  const fail = (error: Error) => {
    if (worker === started) worker = undefined
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }
  started.on('error', fail)
  started.on('exit', () => fail(new Error('The PDF worker thread exited.')))
  // It does not keep the process running.
  started.unref()
  return started
}

/** Draws documents in a worker thread, one at a time, so that thousands of them do not block requests. */
export function drawInWorker(printed: PrintedDocument): Promise<DrawnPdf> {
  worker ??= start()
  lastId += 1
  const id = lastId
  const { promise, resolve, reject } = Promise.withResolvers<DrawnPdf>()
  waiting.set(id, { resolve, reject })
  worker.postMessage({ id, printed })
  return promise
}
