import { setTimeout as pause } from 'node:timers/promises'
import { contract } from '@frontdesk/contract/api'
import {
  type AnsweredVisit,
  adopt,
  type ClientContext,
  isSameTime,
  readVisit,
  statusAfterMove,
} from './booking-history.ts'
import type { createTeam } from './booking-team.ts'

const { bookingCalendars } = contract

const WRITTEN_WITHIN_MS = 20_000
const FOLLOWS_WITHIN_MS = 90_000
const POLL_MS = 250
/** Notifications are lost while the server is down, so the team syncs by hand. */
const SYNC_EVERY_MS = 4_000

/** A teammate who changes visits in their Google calendar. */
export function createGoogleUser(context: ClientContext, team: ReturnType<typeof createTeam>) {
  const { business, history } = context
  const [calendar] = business.calendars
  if (!calendar) throw new Error('No calendar is connected.')
  const { account, connectionId } = calendar

  const find = async (id: string) =>
    (await account.events()).find((event) => event.id === `fd${id.replaceAll('-', '')}`)

  /** The event of a visit, as soon as it has its time; undefined if that takes too long, or it is of rooms only. */
  async function untilWritten({ id, startsOnUtc }: AnsweredVisit) {
    const startedAt = performance.now()
    while (performance.now() - startedAt < WRITTEN_WITHIN_MS) {
      const event = await find(id)
      if (event?.start.dateTime && isSameTime(event.start.dateTime, startsOnUtc)) return event
      await pause(POLL_MS)
    }
    return undefined
  }

  /** Syncs until the visit and its event agree again. */
  async function untilAgreed(visit: AnsweredVisit, hasAgreed: () => Promise<boolean>): Promise<void> {
    const startedAt = performance.now()
    let syncedAt = Number.NEGATIVE_INFINITY
    while (!(await hasAgreed())) {
      if (performance.now() - startedAt > FOLLOWS_WITHIN_MS) {
        history.violations.push(`the visit ${visit.id} and its event did not agree in time`)
        return
      }
      if (performance.now() - syncedAt > SYNC_EVERY_MS) {
        await business.call(bookingCalendars.sync, { id: connectionId })
        syncedAt = performance.now()
      }
      await pause(POLL_MS)
    }
  }

  /** Moves the event of a visit. The visit follows, or the event is put back if its time is taken. */
  async function move(visit: AnsweredVisit): Promise<void> {
    const event = await untilWritten(visit)
    const startsOnUtc = event && (await team.pickTime(visit.items, visit.id))
    if (!event?.start.dateTime || !event.end.dateTime || startsOnUtc === undefined) return
    const length = Date.parse(event.end.dateTime) - Date.parse(event.start.dateTime)
    await account.change(event.id, {
      start: { dateTime: startsOnUtc },
      end: { dateTime: new Date(Date.parse(startsOnUtc) + length).toISOString() },
    })
    await untilAgreed(visit, async () => {
      const shown = (await find(visit.id))?.start.dateTime
      const { startsOnUtc: stored } = await readVisit(context, visit.id)
      return shown !== undefined && isSameTime(shown, stored)
    })
    const state = await readVisit(context, visit.id)
    const isMoved = isSameTime(state.startsOnUtc, startsOnUtc)
    if (!isMoved && !isSameTime(state.startsOnUtc, visit.startsOnUtc))
      history.violations.push(`the visit ${visit.id} was moved in Google, and is at neither time`)
    if (state.status !== (isMoved ? statusAfterMove(visit) : visit.status))
      history.violations.push(`the visit ${visit.id} was moved in Google, and is ${state.status}`)
    adopt(visit, state)
  }

  /** Deletes the event of a visit, which cancels it. One that is being written comes back. */
  async function remove(visit: AnsweredVisit): Promise<void> {
    const event = await untilWritten(visit)
    if (!event) return
    await account.remove(event.id)
    await untilAgreed(visit, async () => {
      const { status } = await readVisit(context, visit.id)
      return (status === 'cancelled') === ((await find(visit.id)) === undefined)
    })
    adopt(visit, await readVisit(context, visit.id))
  }

  return { move, remove }
}
