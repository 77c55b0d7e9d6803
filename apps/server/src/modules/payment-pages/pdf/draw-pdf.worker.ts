import { parentPort } from 'node:worker_threads'
import { drawPdf, type PrintedDocument } from './draw-pdf.ts'

parentPort?.on('message', async ({ id, printed }: { id: number; printed: PrintedDocument }) => {
  try {
    parentPort?.postMessage({ id, drawn: await drawPdf(printed) })
  } catch (error) {
    parentPort?.postMessage({ id, error: String(error) })
  }
})
