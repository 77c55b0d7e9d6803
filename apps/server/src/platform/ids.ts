import { randomUUIDv7 } from 'node:crypto'

/** Sortable by time, so that new rows land at the end of their index. */
export const newId = (): string => randomUUIDv7()
