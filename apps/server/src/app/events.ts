import { eventCatalog } from '../platform/events/define-event.ts'
import { MODULES } from './modules.ts'

/** The events of all modules, by type. */
export const EVENTS = eventCatalog(MODULES.flatMap(({ events }) => events))
