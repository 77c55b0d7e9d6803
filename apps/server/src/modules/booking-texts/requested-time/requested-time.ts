/** Days, first and last included; `to` is null when there is no last one. */
export interface DayRange {
  from: Temporal.PlainDate
  to: Temporal.PlainDate | null
}

/** Starts of visits, both ends included; null where it is open. The same time twice is a time of day. */
export interface TimeRange {
  from: Temporal.PlainTime | null
  to: Temporal.PlainTime | null
}

/** When a contact wants to come, in the wall time of the location; null for what the text says nothing about. */
export interface RequestedTime {
  days: DayRange | null
  times: TimeRange | null
}

/** The question to ask: which day, which time, or morning or afternoon. */
export type RequestedTimeQuestion = 'day' | 'time' | 'half-of-day'

/** A text that names a day or a time; what it says for certain is also there when something has to be asked. */
export type RequestedTimeReading =
  | (RequestedTime & { isSure: true })
  | (RequestedTime & { isSure: false; question: RequestedTimeQuestion })
