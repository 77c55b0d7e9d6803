import type { BookingStatus, ErrorCode } from '@frontdesk/contract/rules'
import { ApiFailure } from '../client.ts'
import type { BookingBusiness } from './booking-business.ts'
import { query } from './kills.ts'
import type { Random } from './random.ts'
import type { SystemUnderTest } from './system.ts'

/** Texts of the settings that tell a contact about their visit. */
export type AnnouncementKind = 'booked' | 'rescheduled' | 'cancelled'

/**
 * A visit as its client knows it from the last answer. Each has one client and one phone, so nothing else changes it.
 */
export interface AnsweredVisit {
  id: string
  phone: string
  items: readonly { serviceID: string }[]
  startsOnUtc: string
  status: BookingStatus
  version: number
  /** How many texts its contact must have been sent. */
  texts: Record<AnnouncementKind, number>
  /** Its client does nothing with it any more. */
  isSettled: boolean
}

export interface BookingHistory {
  visits: AnsweredVisit[]
  /** The client ids of requests to book, with whether one was answered with success. */
  requests: Map<string, boolean>
  violations: string[]
}

/** Context that all clients share. */
export interface ClientContext {
  system: SystemUnderTest
  business: BookingBusiness
  history: BookingHistory
  random: Random
  /** The time of the server, whose clock is shifted. */
  now: () => string
  /** A new phone in New York. */
  newPhone: () => string
  /** A day with free times ahead, in New York. */
  pickDay: () => string
}

type VisitState = Pick<AnsweredVisit, 'startsOnUtc' | 'status' | 'version'>

export const createVisit = (
  { history }: ClientContext,
  visit: Pick<AnsweredVisit, 'id' | 'phone' | 'items'> & VisitState,
): AnsweredVisit => {
  const created = { ...visit, texts: { booked: 1, rescheduled: 0, cancelled: 0 }, isSettled: false }
  history.visits.push(created)
  return created
}

/** Unwraps an answer. Null: it was refused for one of these reasons; any other one is a violation. */
export function unlessRefused<T>(
  { history }: ClientContext,
  what: string,
  result: T | ApiFailure,
  refusals: readonly ErrorCode[],
): T | null {
  if (!(result instanceof ApiFailure)) return result
  const { errorCode } = result.body
  if (!(refusals as readonly string[]).includes(errorCode))
    history.violations.push(`${what} was refused: ${JSON.stringify(result.body)}`)
  return null
}

/** Free times of a day that clients choose from: few, so that they compete for the same ones. */
const CHOICES = 6

export const chooseTime = (
  context: ClientContext,
  result: { data: { slots: readonly { startsOnUtc: string }[] } } | ApiFailure,
  refusals: readonly ErrorCode[] = [],
): string | undefined =>
  context.random.pick(
    unlessRefused(context, 'reading free times', result, refusals)?.data.slots.slice(0, CHOICES) ?? [],
  )?.startsOnUtc

/** SQL: a timestamp as JSON has it, however the process reads timestamps. */
export const iso = (column: string): string => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

export async function readVisit({ system }: ClientContext, id: string): Promise<VisitState> {
  const [row] = await query<{ status: BookingStatus; startsOnUtc: string; version: number }>(
    system,
    `select status, ${iso('starts_at')} as "startsOnUtc", version from bookings where id = $1`,
    [id],
  )
  if (!row) throw new Error(`lost: the visit ${id} is not stored`)
  return row
}

export const isSameTime = (a: string, b: string): boolean => Date.parse(a) === Date.parse(b)

/**
 * Takes the answer to a change of a visit. `ChangedMeanwhile` is one only if the first response was lost, so the visit
 * must be as requested. Null: it was refused.
 */
export async function takeAnswer<T extends VisitState>(
  context: ClientContext,
  visit: AnsweredVisit,
  what: string,
  {
    result,
    refusals,
    wanted,
  }: {
    result: { data: T } | ApiFailure
    refusals: readonly ErrorCode[]
    wanted: Pick<VisitState, 'startsOnUtc' | 'status'>
  },
): Promise<{ data: T | null } | null> {
  const isLost = result instanceof ApiFailure && result.body.errorCode === 'ChangedMeanwhile'
  const answer = isLost ? null : unlessRefused(context, `${what} of ${visit.id}`, result, refusals)
  if (!isLost && !answer) return null
  const state = answer ? answer.data : await readVisit(context, visit.id)
  if (isLost && !(matches(state, wanted) && state.version === visit.version + 1))
    context.history.violations.push(
      `${what}: the visit ${visit.id} was ${describe(visit)}, should be ${describe(wanted)}, is ${describe(state)}`,
    )
  adopt(visit, state)
  return { data: answer ? answer.data : null }
}

export const adopt = (visit: AnsweredVisit, { startsOnUtc, status, version }: VisitState): void =>
  void Object.assign(visit, { startsOnUtc, status, version })

export const matches = (state: VisitState, wanted: Pick<VisitState, 'startsOnUtc' | 'status'>): boolean =>
  state.status === wanted.status && isSameTime(state.startsOnUtc, wanted.startsOnUtc)

export const describe = ({ status, startsOnUtc }: Pick<VisitState, 'startsOnUtc' | 'status'>): string =>
  `${status} at ${startsOnUtc}`

/** A confirmation applied to the previous time only. */
export const statusAfterMove = ({ status }: VisitState): BookingStatus => (status === 'confirmed' ? 'booked' : status)
