import type { EventOf, EventType, RealtimeEvent } from '@frontdesk/contract'
import type { EventHandlers } from '../../lib/realtime/event-handlers.ts'

interface Part {
  flush: () => void
}

/** Brings every event to its handler, and lets the features write once a frame however many events came. */
export function createDispatcher(handlers: EventHandlers, parts: readonly Part[], schedule = nextFrame) {
  let waiting: RealtimeEvent[] = []
  let isScheduled = false

  const run = () => {
    isScheduled = false
    const events = waiting
    waiting = []
    for (const event of events) handle(handlers, event)
    for (const part of parts) part.flush()
  }

  return (events: readonly RealtimeEvent[]) => {
    if (events.length === 0) return
    waiting.push(...events)
    if (isScheduled) return
    isScheduled = true
    schedule(run)
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
