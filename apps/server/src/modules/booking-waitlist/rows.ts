import type { Row } from '../../platform/database/row.ts'

export type EntryRow = Row<'bookingWaitlist'>
export type GapRow = Row<'bookingGaps'>
