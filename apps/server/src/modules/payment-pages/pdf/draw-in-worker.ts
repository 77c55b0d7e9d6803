import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { AppError } from '../../../platform/errors.ts'
import { createFairQueue } from '../../../platform/fair-queue.ts'
import { readProperty } from '../../../platform/read-property.ts'
import type { DrawnPdf, PrintedDocument } from './draw-pdf.ts'

export interface PdfLimits {
  /** Of one document. The thread starts and loads the fonts in this time too. */
  timeMaxMs: number
  /** How many documents of one business are drawn or wait. */
  perTenant: number
}

export type DrawPdf = (tenantId: string, printed: PrintedDocument) => Promise<DrawnPdf>

declare module '../../../platform/module.ts' {
  interface BaseServices {
    /** How much may be drawn, when not `PDF_LIMITS`. */
    pdfLimits: PdfLimits | null
  }
  interface ModuleServices {
    /** Draws a document of a business as a PDF. */
    drawPdf: DrawPdf
  }
}

const PDF_LIMITS: PdfLimits = { timeMaxMs: 30_000, perTenant: 20 }
/** Enough for the fonts and the largest document. */
const MEMORY_MAX_MB = 256

let worker: Worker | undefined
const queue = createFairQueue()

function start(): Worker {
  const started = new Worker(new URL('./draw-pdf.worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MAX_MB },
  })
  // An error without a listener would end the process.
  started.on('error', () => forget(started))
  started.on('exit', () => forget(started))
  // It does not keep the process running.
  started.unref()
  return started
}

function forget(ended: Worker): void {
  if (worker === ended) worker = undefined
}

/**
 * Draws documents in a worker thread, one at a time, so that thousands of them do not block requests. Businesses take
 * turns.
 */
export const createPdfDrawer =
  (limits: PdfLimits | null): DrawPdf =>
  async (tenantId, printed) => {
    const { timeMaxMs, perTenant } = limits ?? PDF_LIMITS
    if (queue.count(tenantId) >= perTenant) throw new AppError('TooManyPdfs')
    return queue.run(tenantId, () => draw(printed, timeMaxMs))
  }

/** After a failure, the next document gets a new thread. */
async function draw(printed: PrintedDocument, timeMaxMs: number): Promise<DrawnPdf> {
  worker ??= start()
  const thread = worker
  const signal = AbortSignal.timeout(timeMaxMs)
  try {
    const answer = once(thread, 'message', { signal })
    thread.postMessage(printed)
    const { drawn, error }: { drawn?: DrawnPdf; error?: string } = (await answer)[0]
    if (drawn) return drawn
    throw new Error(`A document was not drawn: ${error}`)
  } catch (error) {
    forget(thread)
    await thread.terminate()
    const isTooSlow = signal.aborted || readProperty(error, 'code') === 'ERR_WORKER_OUT_OF_MEMORY'
    throw isTooSlow ? new AppError('PdfTooSlow') : error
  }
}
