import type { InboxPage } from './inbox-page.ts'

export interface Frames {
  /** Frames with visible changes. */
  expected: number
  /** Frames of these that were not presented in time. */
  dropped: number
}

interface FrameReport {
  frame_source: number
  frame_sequence: number
  state: string
  affects_smoothness: boolean
}

interface TraceEvent {
  name: string
  ph: string
  pid: number
  args?: { frame_reporter?: FrameReport; chrome_frame_reporter?: FrameReport }
}

const CATEGORIES = ['cc', 'benchmark', 'disabled-by-default-devtools.timeline.frame']

/** Counts frames during `work` from Chromium's trace. */
export async function traceFrames({ browser, page }: InboxPage, work: () => Promise<void>): Promise<Frames> {
  await browser.startTracing(page, { categories: CATEGORIES })
  await work()
  const trace = await browser.stopTracing()
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] }
  const frames = new Map<string, boolean>()
  for (const { name, ph, pid, args } of traceEvents) {
    const frame = args?.frame_reporter ?? args?.chrome_frame_reporter
    if (name !== 'PipelineReporter' || ph !== 'b' || !frame || frame.state === 'STATE_NO_UPDATE_DESIRED') continue
    // The compositor and the main thread report the same frame separately.
    const key = `${pid} ${frame.frame_source} ${frame.frame_sequence}`
    frames.set(key, frames.get(key) === true || (frame.state === 'STATE_DROPPED' && frame.affects_smoothness))
  }
  return { expected: frames.size, dropped: [...frames.values()].filter(Boolean).length }
}
