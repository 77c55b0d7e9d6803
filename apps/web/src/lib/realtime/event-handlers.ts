import type { EventOf, EventType } from '@frontdesk/contract/api'

/** One handler for every kind of event: a forgotten kind is a type error where the features' parts are joined. */
export type EventHandlers = { [Type in EventType]: (event: EventOf<Type>) => void }

/** A feature's event handlers: they only collect, and `flush` writes the cache once for all of them. */
export interface RealtimeFeature<Type extends EventType> {
  handlers: Pick<EventHandlers, Type>
  flush: () => void
  /** The server cannot tell what was missed: everything on screen is refetched. */
  reload: () => void
}
