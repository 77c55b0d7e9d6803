import { parentPort } from 'node:worker_threads'
import { drawPdf, type PrintedDocument } from './draw-pdf.ts'

parentPort?.on('message', async (printed: PrintedDocument) => {
  try {
    parentPort?.postMessage({ drawn: await drawPdf(printed) })
  } catch (error) {
    parentPort?.postMessage({ error: String(error) })
  }
})
