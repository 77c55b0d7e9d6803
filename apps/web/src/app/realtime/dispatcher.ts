import type { EventOf, EventType, RealtimeEvent } from '@frontdesk/contract/api'
import type { EventHandlers } from '../../lib/realtime/event-handlers.ts'

interface Part {
  flush: () => void
}

/** Pause after a burst, so that typing stays responsive; a list that keeps moving cannot be read anyway. */
const REST_PER_EVENT_MS = 16
const REST_MAX_MS = 250

/** Passes each event to its handler and flushes the features once per frame; pauses after a burst. */
export function createDispatcher(handlers: EventHandlers, parts: readonly Part[], schedule = nextFrame) {
  let waiting: RealtimeEvent[] = []
  let isScheduled = false
  let restsUntil = 0

  const run = () => {
    isScheduled = false
    const events = waiting
    waiting = []
    restsUntil = performance.now() + Math.min(REST_MAX_MS, (events.length - 1) * REST_PER_EVENT_MS)
    for (const event of events) handle(handlers, event)
    for (const part of parts) part.flush()
  }

  return (events: readonly RealtimeEvent[]) => {
    if (events.length === 0) return
    waiting.push(...events)
    if (isScheduled) return
    isScheduled = true
    const rest = restsUntil - performance.now()
    if (rest > 0) setTimeout(schedule, rest, run)
    else schedule(run)
  }
}

function handle<Type extends EventType>(handlers: EventHandlers, event: EventOf<Type>) {
  const handler = handlers[event.type as Type]
  // A newer server may send kinds this page does not know yet.
  handler?.(event)
}

/** Frames stop in a hidden tab; sound and the title must not. */
function nextFrame(run: () => void) {
  if (document.visibilityState === 'visible') requestAnimationFrame(run)
  else setTimeout(run, 50)
}
