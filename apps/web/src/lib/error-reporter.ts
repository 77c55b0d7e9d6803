import type { BrowserErrorReport } from '@frontdesk/contract/api'
import { errorCode } from './error-code.ts'

/** A page that fails in a loop reports it once; one that fails in many ways stops at this number. */
const REPORTS_MAX = 5
const FRAMES_MAX = 10

interface ReporterOptions {
  hostname: string
  appVersion: string
  /** The pattern of the current route. */
  page: () => string
  send: (report: BrowserErrorReport) => void
}

/** Reports errors of the web app to the server, without content, and not from a developer's machine. */
export function createErrorReporter({ hostname, appVersion, page, send }: ReporterOptions): (error: unknown) => void {
  const reported = new Set<string>()
  return (error) => {
    if (isDevelopmentHost(hostname) || reported.size === REPORTS_MAX || isExpected(error)) return
    const report = { ...describe(error), page: page().slice(0, 120), appVersion }
    const key = `${report.name}\n${report.message}\n${report.stack}`
    if (reported.has(key)) return
    reported.add(key)
    send(report)
  }
}

const isDevelopmentHost = (hostname: string) => /(^|\.)(localhost|local|test)$|^127\.|^\[::1\]$/.test(hostname)

/** Server responses, lost connections, and IndexedDB closing while the page is being left. */
const isExpected = (error: unknown) =>
  errorCode(error) !== null ||
  /failed to fetch|networkerror|load failed|dynamically imported module|database connection is closing/i.test(
    String(error),
  )

function describe(error: unknown): Pick<BrowserErrorReport, 'name' | 'message' | 'stack'> {
  if (!(error instanceof Error)) return { name: typeof error, message: '', stack: '' }
  return {
    name: error.name.slice(0, 80),
    message: withoutContent(error.message).slice(0, 300),
    stack: framesOf(error.stack ?? '').slice(0, 2000),
  }
}

/** Quoted values, email addresses and longer numbers may be a contact's. */
const withoutContent = (text: string) =>
  text
    .replace(/"[^"]*"|'[^']*'|`[^`]*`|“[^”]*”/g, '…')
    .replace(/\S+@\S+/g, '…')
    .replace(/\+?\d[\d\s().-]{2,}/g, '#')

/** A frame ends with its script's path and position, in parentheses in Chromium and after an @ elsewhere. */
const FRAME = /^(?:at )?(?:async )?(?:([\w$.<>]*)(?: \(|@))?\w+:\/\/[^/]+(\/[\w./-]+:\d+:\d+)\)?$/

/** Function, script and position of each frame; the first line of a stack repeats the message. */
const framesOf = (stack: string) =>
  stack
    .split('\n')
    .flatMap((line) => {
      const [, name, script] = FRAME.exec(line.trim()) ?? []
      return script ? [[name, script].filter(Boolean).join(' ')] : []
    })
    .slice(0, FRAMES_MAX)
    .join('\n')
