import { parentPort, workerData } from 'node:worker_threads'
import { parseCalendarFile } from './parse-calendar-file.ts'

parentPort?.postMessage(parseCalendarFile(workerData.text, workerData.options))
